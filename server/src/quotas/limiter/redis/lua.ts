/**
 * What the scripts share. Amounts are Lua numbers below 2^53 and text of digits beyond, as in the process; the long way
 * is two limbs of nine digits and the rest. All keys of one quota carry its id as a hash tag, so they share a slot of a
 * cluster and one script can hold them all.
 */
const EXACT = `
local SAFE = 9007199254740991
local function exact(s) if #s <= 15 then return tonumber(s) end return s end
local function limbs(a)
  local s = type(a) == 'number' and string.format('%.0f', a) or a
  if #s <= 9 then return 0, tonumber(s) end
  return tonumber(string.sub(s, 1, -10)), tonumber(string.sub(s, -9))
end
local function joined(hi, lo)
  if lo >= 1000000000 then hi, lo = hi + 1, lo - 1000000000 end
  if lo < 0 then hi, lo = hi - 1, lo + 1000000000 end
  if hi < 0 then return 0 end
  if hi < 9000000 then return hi * 1000000000 + lo end
  return string.format('%.0f%09.0f', hi, lo)
end
local function add(a, b)
  if type(a) == 'number' and type(b) == 'number' and a + b <= SAFE then return a + b end
  local ah, al = limbs(a)
  local bh, bl = limbs(b)
  return joined(ah + bh, al + bl)
end
-- Never below nothing: what was lost with an evicted key is not owed.
local function sub(a, b)
  if type(a) == 'number' and type(b) == 'number' then return math.max(0, a - b) end
  local ah, al = limbs(a)
  local bh, bl = limbs(b)
  return joined(ah - bh, al - bl)
end
local function above(a, b)
  if type(a) == 'number' and type(b) == 'number' then return a > b end
  local ah, al = limbs(a)
  local bh, bl = limbs(b)
  return ah > bh or (ah == bh and al > bl)
end
local function unspent(size, spent) if above(size, spent) then return sub(size, spent) end return 0 end
`;

/** Packed as one value: minute, three counts of requests, three of tokens. A window that is over counts nothing. */
const HOLDER = `
local function holder(key, now)
  local kept = redis.call('GET', key)
  if not kept then return { now, 0, 0, 0, 0, 0, 0 } end
  local h = cmsgpack.unpack(kept)
  local then_ = h[1]
  if then_ >= now then return h end
  h[1], h[2], h[5] = now, 0, 0
  if math.floor(then_ / 60) ~= math.floor(now / 60) then h[3], h[6] = 0, 0 end
  if math.floor(then_ / 1440) ~= math.floor(now / 1440) then h[4], h[7] = 0, 0 end
  return h
end
local function keep(key, value, seconds) redis.call('SET', key, cmsgpack.pack(value), 'EX', seconds) end
`;

/** The capacity's value: minute, used, everybody's unspent shares, version of the plan, units. Shares spent: a hash. */
const CAPACITY = `
local function capacity(key, spentKey, now, version, units, allShares)
  local kept = redis.call('GET', key)
  local c = kept and cmsgpack.unpack(kept)
  if not c or c[1] < now or (c[5] ~= units and c[4] < version) then
    redis.call('UNLINK', spentKey)
    return { now, 0, allShares, c and math.max(c[4], version) or version, units }
  end
  return c
end
`;

/**
 * KEYS: holder, leases, capacity, spent shares. Answers: admitted, why not (0 nothing, 1 a counted rule, 2 calls at once,
 * 3 capacity, 4 reserved, 8 shares must be told, 9 the plan is old), which rule, minute, the six counts, calls in flight,
 * used of the capacity, milliseconds.
 */
export const ENTER = `${EXACT}${HOLDER}${CAPACITY}
local nowMs
if ARGV[1] == '' then
  local t = redis.call('TIME')
  nowMs = t[1] * 1000 + math.floor(t[2] / 1000)
else nowMs = tonumber(ARGV[1]) end
local worst, force = exact(ARGV[4]), ARGV[5] == '1'
local h = holder(KEYS[1], math.floor(nowMs / 60000))
local why, which, inFlight, used = 0, 0, 0, 0
for i = 0, (#ARGV - 13) / 3 - 1 do
  local at = 14 + i * 3
  local place = tonumber(ARGV[at + 1])
  local after = ARGV[at] == 'r' and h[2 + place] + 1 or add(h[5 + place], worst)
  if above(after, exact(ARGV[at + 2])) then
    why, which = 1, i
    break
  end
end
local leased = ARGV[6] ~= ''
if leased and (why == 0 or force) then
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', nowMs)
  inFlight = redis.call('ZCARD', KEYS[2])
  if why == 0 and not above(exact(ARGV[6]), inFlight) then why = 2 end
end
local c, cost, share, spent
if ARGV[7] ~= '' and (why == 0 or force) then
  local total, version, allShares = tonumber(ARGV[7]), tonumber(ARGV[10]), tonumber(ARGV[11])
  c = capacity(KEYS[3], KEYS[4], h[1], version, ARGV[8], allShares)
  if c[4] > version then return { 0, 9 } end
  if c[4] < version then return { 0, 8 } end
  cost = ARGV[8] == 'r' and 1 or worst
  share = tonumber(ARGV[13])
  spent = ARGV[12] ~= '' and exact(redis.call('HGET', KEYS[4], ARGV[12]) or '0') or 0
  used = c[2]
  local own = unspent(share, spent)
  local after = add(used, cost)
  if cost ~= 0 and why == 0 then
    if ARGV[9] == '' or not above(after, tonumber(ARGV[9])) then
      if above(after, total) then why = 3 end
    elseif above(cost, own) and above(add(after, sub(c[3], own)), total) then
      why = above(after, total) and 3 or 4
    end
  end
end
if why ~= 0 and not force then return { 0, why, which, h[1], h[2], h[3], h[4], h[5], h[6], h[7], inFlight, used, nowMs } end
for place = 0, 2 do
  h[2 + place] = h[2 + place] + 1
  if worst ~= 0 then h[5 + place] = add(h[5 + place], worst) end
end
keep(KEYS[1], h, 172800)
if leased then
  redis.call('ZADD', KEYS[2], nowMs + tonumber(ARGV[3]), ARGV[2])
  redis.call('PEXPIRE', KEYS[2], tonumber(ARGV[3]) * 2)
  inFlight = inFlight + 1
end
if c and cost ~= 0 then
  c[2] = add(c[2], cost)
  if share > 0 then
    local now = add(spent, cost)
    c[3] = c[3] - unspent(share, spent) + unspent(share, now)
    redis.call('HSET', KEYS[4], ARGV[12], type(now) == 'number' and string.format('%.0f', now) or now)
    redis.call('EXPIRE', KEYS[4], 120)
  end
  keep(KEYS[3], c, 120)
end
return { 1, why, which, h[1], h[2], h[3], h[4], h[5], h[6], h[7], inFlight, used, nowMs }
`;

/**
 * The same decision where only small counts matter: no places, no capacity, no limit beyond fifteen digits. Nearly every
 * quota is like that, and this costs Redis half. KEYS: holder. ARGV: milliseconds, worst case, force, then for each rule
 * the place of its count and its limit. Answers as above; 7: a count has grown too large for it.
 */
export const ENTER_PLAIN = `
local nowMs
if ARGV[1] == '' then
  local t = redis.call('TIME')
  nowMs = t[1] * 1000 + math.floor(t[2] / 1000)
else nowMs = tonumber(ARGV[1]) end
local now = math.floor(nowMs / 60000)
local kept = redis.call('GET', KEYS[1])
local h = kept and cmsgpack.unpack(kept) or { now, 0, 0, 0, 0, 0, 0 }
local last = h[1]
if last < now then
  h[1], h[2], h[5] = now, 0, 0
  if math.floor(last / 60) ~= math.floor(now / 60) then h[3], h[6] = 0, 0 end
  if math.floor(last / 1440) ~= math.floor(now / 1440) then h[4], h[7] = 0, 0 end
end
local worst = tonumber(ARGV[2])
if type(h[7]) ~= 'number' or h[7] + worst > 900000000000000 then return { 0, 7 } end
local why, which = 0, 0
for at = 4, #ARGV, 2 do
  local place = tonumber(ARGV[at])
  if h[place] + (place < 5 and 1 or worst) > tonumber(ARGV[at + 1]) then
    why, which = 1, (at - 4) / 2
    break
  end
end
if why == 0 or ARGV[3] == '1' then
  h[2], h[3], h[4] = h[2] + 1, h[3] + 1, h[4] + 1
  if worst > 0 then h[5], h[6], h[7] = h[5] + worst, h[6] + worst, h[7] + worst end
  redis.call('SET', KEYS[1], cmsgpack.pack(h), 'EX', 172800)
  return { 1, why, which, h[1], h[2], h[3], h[4], h[5], h[6], h[7], 0, 0, nowMs }
end
return { 0, why, which, h[1], h[2], h[3], h[4], h[5], h[6], h[7], 0, 0, nowMs }
`;

/** KEYS: holder, leases. Reads what is used now, without counting anything. */
export const PEEK = `${HOLDER}
local nowMs
if ARGV[1] == '' then
  local t = redis.call('TIME')
  nowMs = t[1] * 1000 + math.floor(t[2] / 1000)
else nowMs = tonumber(ARGV[1]) end
local h = holder(KEYS[1], math.floor(nowMs / 60000))
return { h[1], h[2], h[3], h[4], h[5], h[6], h[7], redis.call('ZCOUNT', KEYS[2], '(' .. nowMs, '+inf') }
`;

/** KEYS as above. ARGV: minute it began in, lease, reserved, actual, whether capacity counts tokens, share holder, share. */
export const SETTLE = `${EXACT}${HOLDER}
local minute, reserved, actual = tonumber(ARGV[1]), exact(ARGV[3]), exact(ARGV[4])
if ARGV[2] ~= '' then redis.call('ZREM', KEYS[2], ARGV[2]) end
if reserved == actual then return 1 end
local kept = redis.call('GET', KEYS[1])
if kept then
  local h = cmsgpack.unpack(kept)
  local spans = { 1, 60, 1440 }
  for place = 0, 2 do
    if math.floor(h[1] / spans[place + 1]) == math.floor(minute / spans[place + 1]) then
      h[5 + place] = sub(add(h[5 + place], actual), reserved)
    end
  end
  keep(KEYS[1], h, 172800)
end
local state = ARGV[5] == '1' and redis.call('GET', KEYS[3])
if state then
  local c = cmsgpack.unpack(state)
  if c[1] == minute and c[5] == 't' then
    c[2] = sub(add(c[2], actual), reserved)
    local size = tonumber(ARGV[7])
    if size > 0 then
      local spent = exact(redis.call('HGET', KEYS[4], ARGV[6]) or '0')
      local now = sub(add(spent, actual), reserved)
      c[3] = c[3] - unspent(size, spent) + unspent(size, now)
      redis.call('HSET', KEYS[4], ARGV[6], type(now) == 'number' and string.format('%.0f', now) or now)
    end
    keep(KEYS[3], c, 120)
  end
end
return 1
`;

/** After an edit in the middle of a minute: sums the unspent shares anew. ARGV: version, units, then holder and size. */
export const SYNC_SHARES = `${EXACT}
local kept = redis.call('GET', KEYS[1])
if not kept then return 0 end
local c = cmsgpack.unpack(kept)
if c[4] >= tonumber(ARGV[1]) then return 0 end
local sum = 0
for at = 3, #ARGV, 2 do
  sum = sum + unspent(tonumber(ARGV[at + 1]), exact(redis.call('HGET', KEYS[2], ARGV[at]) or '0'))
end
c[3], c[4] = sum, tonumber(ARGV[1])
redis.call('SET', KEYS[1], cmsgpack.pack(c), 'EX', 120)
return 1
`;
