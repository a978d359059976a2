/** An example to try things with: daily sales of a few shops as CSV, with a weekly shape and a slow trend. The same numbers every time. */
export function shopSales(shops = 3, days = 70): string {
  const start = Date.UTC(2026, 0, 1);
  const rows = Array.from({ length: shops * days }, (_, i) => {
    const [shop, day] = [Math.floor(i / days), i % days];
    const promotion = (day + shop) % 11 === 0 ? 1 : 0;
    const wobble = ((i * 7919) % 97) / 97;
    const week = 1 + 0.3 * Math.sin((2 * Math.PI * day) / 7);
    const sales = 40 * (shop + 1) * week * (1 + 0.4 * promotion) * (1 + day / 600) * (0.9 + 0.2 * wobble);
    const date = new Date(start + day * 86_400_000).toISOString().slice(0, 10);
    return [date, `Shop ${shop + 1}`, sales.toFixed(2), promotion].join(',');
  });
  return ['date,store,sales,promotion', ...rows, ''].join('\n');
}
