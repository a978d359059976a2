/** The look of the reference page: one column of text, a quiet list at the side, light and dark. */
export const REFERENCE_STYLE = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#e3e7ec;--paper:#fff;--side:#f6f7f9;--accent:#2f5fd0}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#9aa5b4;--line:#2c333d;--paper:#14181e;--side:#191e26;--accent:#8fb0ff}}
*{box-sizing:border-box}body{margin:0;display:grid;grid-template-columns:260px minmax(0,1fr);font:15px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;background:var(--side);border-right:1px solid var(--line);display:flex;flex-direction:column;gap:2px}
nav a{padding:6px 10px;border-radius:6px;color:var(--ink);text-decoration:none;display:flex;justify-content:space-between}nav a:hover{background:var(--line)}nav span{color:var(--soft)}
nav .home{font-weight:700;font-size:18px;margin-bottom:12px}main{padding:32px 48px 96px;max-width:1080px}h1{margin:0 0 4px}h2{margin:40px 0 12px;font-size:20px}h4{margin:18px 0 6px;font-size:13px;color:var(--soft);font-weight:600}
.lead{color:var(--soft);max-width:70ch}a{color:var(--accent)}details{border-top:1px solid var(--line)}details:last-child{border-bottom:1px solid var(--line)}
summary{cursor:pointer;padding:10px 4px;display:flex;gap:12px;align-items:baseline;list-style:none}summary:focus-visible{outline:2px solid var(--accent);border-radius:4px}
.method{font:600 12px ui-monospace,monospace;min-width:56px;text-align:right;color:var(--accent)}.method.DELETE{color:#c2413b}.method.POST{color:#2e8b57}.method.PATCH,.method.PUT{color:#b7791f}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:13px}.path.gone{text-decoration:line-through}var{font-style:normal;color:var(--soft)}.what{color:var(--soft);margin-left:auto;text-align:right}
.inside{padding:4px 4px 24px 72px}.meta{color:var(--soft);margin:0 0 8px}.old{background:#b7791f22;padding:8px 12px;border-radius:6px}pre{background:var(--side);border:1px solid var(--line);padding:12px;border-radius:8px;overflow:auto}
table{width:100%;border-collapse:collapse;font-size:14px}th{text-align:left;color:var(--soft);font-weight:500}th,td{padding:5px 8px;border-bottom:1px solid var(--line);vertical-align:top}.status{color:var(--ink)}
@media(max-width:800px){body{display:block}nav{position:static;height:auto}main{padding:24px 16px}.inside{padding-left:4px}.what{display:none}}`;
