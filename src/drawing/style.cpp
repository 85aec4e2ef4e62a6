#include "drawing/style.h"

namespace freefloat {

std::string_view theme_style() {
  // Colours are told apart by people who do not see red and green as well: blue, orange, teal, violet first.
  return R"css(:root{
--bg:#f5f6f8;--card:#fff;--ink:#17212b;--muted:#5a6875;--line:#dce2e8;--grid:#eceff3;--band:#e9f1f9;--table:#fbfcfd;
--c1:#1768b0;--c2:#cf6a08;--c3:#0f8577;--c4:#7446b3;--c5:#bb3677;--c6:#72800f;
--good:#16794a;--goodbg:#dff3e8;--bad:#b9271f;--badbg:#fbe4e2;--warn:#8f5b00;--warnbg:#fbefd5;--offbg:#eceff3;
color-scheme:light dark}
@media screen and (prefers-color-scheme:dark){:root{
--bg:#0f141a;--card:#171e26;--ink:#e5eaf0;--muted:#9aa8b6;--line:#2c3742;--grid:#242d37;--band:#1b2937;--table:#141b22;
--c1:#68b1f3;--c2:#f4a04e;--c3:#45c6b3;--c4:#b69bf2;--c5:#f084b5;--c6:#c0cd57;
--good:#5fd39a;--goodbg:#15372a;--bad:#ff8b82;--badbg:#45201e;--warn:#f0c069;--warnbg:#3d3115;--offbg:#242d37}}
)css";
}

std::string_view picture_style() {
  return R"css(svg{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif;font-size:11px}
svg text{fill:var(--ink);font-variant-numeric:tabular-nums}
.paper{fill:var(--card)}.plane{fill:var(--table)}.band{fill:var(--band)}
.grid{stroke:var(--grid)}.zero{stroke:var(--muted);stroke-opacity:.6}.edge{stroke:var(--line)}
.tick,.note,svg .label{fill:var(--muted)}.note{font-size:10.5px;paint-order:stroke;stroke:var(--card);stroke-width:3px;stroke-linejoin:round}
.ptitle{font-size:12px;font-weight:600}
.curve{fill:none;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
.broad{stroke-width:4.5;stroke-opacity:.32}
.level{stroke-dasharray:5 4;stroke-width:1.1}.climit{stroke:var(--bad)}.mark.climit{fill:var(--bad)}
.c1{stroke:var(--c1)}.c2{stroke:var(--c2)}.c3{stroke:var(--c3)}.c4{stroke:var(--c4)}.c5{stroke:var(--c5)}.c6{stroke:var(--c6)}
.mark{stroke:none}.mark.c1{fill:var(--c1)}.mark.c2{fill:var(--c2)}.mark.c3{fill:var(--c3)}.mark.c4{fill:var(--c4)}
.bar{fill:var(--c1);fill-opacity:.75}
.ribbon{fill:var(--offbg)}.passed .ribbon{fill:var(--goodbg)}.failed .ribbon{fill:var(--badbg)}.stopped .ribbon{fill:var(--warnbg)}
svg .rlabel{font-size:10px;fill:var(--muted)}.passed .rlabel{fill:var(--good)}.failed .rlabel{fill:var(--bad)}.stopped .rlabel{fill:var(--warn)}
.cursor{stroke:var(--ink);stroke-opacity:.55;stroke-width:1;display:none}.playing .cursor{display:inline}
.tabletop{fill:var(--table);stroke:var(--line);stroke-width:1.5}.margin{fill:none;stroke:var(--muted);stroke-opacity:.55;stroke-dasharray:2 5}
.annulus{fill:var(--c3);fill-opacity:.1;fill-rule:evenodd}.ring{fill:none;stroke:var(--c3);stroke-opacity:.55;stroke-width:1}
.gws{fill:none;stroke:var(--c3);stroke-width:1.3;stroke-dasharray:7 4}.ringstart{fill:none;stroke:var(--c3);stroke-opacity:.4;stroke-dasharray:1 4;stroke-linecap:round}
.body{fill:none;stroke:var(--ink);stroke-width:1.2;stroke-linejoin:round}.arm{fill:none;stroke:var(--ink);stroke-width:2.6;stroke-linejoin:round;stroke-linecap:round}
.joint{fill:var(--card);stroke:var(--ink);stroke-width:1.3}.solid .body{fill:var(--ink);fill-opacity:.07;stroke-width:1.8}.solid .arm{stroke-width:4}
.hand{fill:var(--c1);stroke:var(--card);stroke-width:1.2}.tdot{fill:var(--c2);stroke:var(--card);stroke-width:1.2}.tring{fill:none;stroke:var(--c2);stroke-width:1.6}
.meet{fill:none;stroke:var(--c5);stroke-width:1.7}.hollow{fill:var(--card);stroke:var(--c1);stroke-width:1.7}
.centre{fill:var(--c4)}.centreo{fill:var(--card);stroke:var(--c4);stroke-width:1.2}.scale{stroke:var(--ink);stroke-width:1.5;fill:none}
.pin{font-size:11.5px;font-weight:600;paint-order:stroke;stroke:var(--table);stroke-width:4px;stroke-linejoin:round}
.live{display:none}.playing .live{display:inline}.playing .strobe{opacity:.35}
.live .body{fill:var(--c1);fill-opacity:.12;stroke:var(--c1);stroke-width:1.8}.live .arm{stroke:var(--c1);stroke-width:4.5}
)css";
}

std::string_view page_style() {
  return R"css(*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif}
main{max-width:1240px;margin:0 auto;padding:28px 24px 48px}
h1{font-size:27px;line-height:1.2;margin:2px 0 6px;letter-spacing:-.01em;overflow-wrap:anywhere}h2{font-size:16px;margin:0 0 10px}
p{margin:0 0 8px}.quiet{color:var(--muted)}.brand{font-size:12px;font-weight:600;letter-spacing:.09em;text-transform:uppercase;color:var(--muted)}
header{display:flex;gap:24px;justify-content:space-between;align-items:flex-start;margin-bottom:20px}header>div{min-width:0}
.verdict{flex:none;font-size:17px;font-weight:650;padding:8px 18px;border-radius:999px;white-space:nowrap}
.verdict.passed,.tag.passed{background:var(--goodbg);color:var(--good)}.verdict.failed,.tag.failed{background:var(--badbg);color:var(--bad)}
.verdict.stopped,.tag.stopped{background:var(--warnbg);color:var(--warn)}.tag.skipped{background:var(--offbg);color:var(--muted)}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:18px 20px;min-width:0}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(148px,1fr));gap:1px;background:var(--line);border:1px solid var(--line);border-radius:10px;overflow:hidden;margin:0 0 20px}
.tiles div{background:var(--card);padding:13px 16px}.tiles dt{font-size:12.5px;color:var(--muted)}
.tiles dd{margin:2px 0 0;font-size:23px;font-weight:600;line-height:1.2;font-variant-numeric:tabular-nums;white-space:nowrap}
.tiles dd small{font-size:14px;font-weight:400;color:var(--muted);margin-left:4px}.tiles dd span{display:block;font-size:12px;font-weight:400;color:var(--muted);margin-top:2px;white-space:normal}
.tiles .bad dd{color:var(--bad)}
.top{display:grid;grid-template-columns:minmax(0,1.35fr) minmax(0,1fr);gap:20px;margin-bottom:20px;align-items:start}.side{display:grid;grid-template-columns:minmax(0,1fr);gap:20px;min-width:0}
.views{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(250px,100%),1fr));gap:14px;align-items:start;margin-bottom:20px}.views .card{padding:12px}
.plots{columns:2;column-gap:20px}.plots .card{break-inside:avoid;margin-bottom:20px}
.bar{display:flex;gap:18px;align-items:center;margin-bottom:12px}.bar h2{margin:0;flex:none}
figure{margin:0}figcaption{font-size:13px;color:var(--muted);margin-top:8px}.scroll{overflow-x:auto}
svg{display:block;width:100%;height:auto}
table{border-collapse:collapse;width:100%;font-size:13.5px}th{text-align:left;font-weight:500;color:var(--muted);font-size:12.5px}
th,td{padding:6px 12px 6px 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}tr:last-child td{border-bottom:0}
td.num,th.num{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}td small{display:block;color:var(--muted);font-size:12.5px}
.tag{display:inline-block;font-size:12px;font-weight:600;padding:1px 9px;border-radius:999px;white-space:nowrap}
.events{max-height:400px;overflow-y:auto}.events td:first-child{white-space:nowrap;width:1%}.events .bad td{color:var(--bad)}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 18px;margin:0;font-size:13.5px}.facts dt{color:var(--muted)}.facts dd{margin:0;overflow-wrap:anywhere}
code{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
pre{margin:0 0 14px;padding:11px 14px;background:var(--bg);border:1px solid var(--line);border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere}
.player{flex:1;display:flex;gap:12px;align-items:center;font-size:13px;min-width:0}.player[hidden]{display:none}.player input{flex:1;min-width:0;accent-color:var(--c1)}
.player button{font:inherit;font-weight:600;min-width:74px;padding:5px 12px;border-radius:7px;border:1px solid var(--line);background:var(--bg);color:var(--ink);cursor:pointer}
.player output{font-variant-numeric:tabular-nums;min-width:62px;text-align:right;color:var(--muted)}
@media screen and (min-width:901px){.whole svg{max-height:max(380px,calc(100vh - 375px))}}
@media screen and (max-width:900px){main{padding:18px 14px 32px}.top{grid-template-columns:minmax(0,1fr)}.plots{columns:1}header{flex-direction:column;gap:10px}}
@media screen and (max-width:560px){.card{padding:14px}.scroll svg{min-width:470px}.whole svg{min-width:0}.facts{grid-template-columns:minmax(0,1fr);gap:0}.facts dd{margin-bottom:6px}.tiles{grid-template-columns:1fr 1fr}.tiles div:last-child:nth-child(odd){grid-column:1/-1}
.study thead{display:none}.study tr{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:2px 10px;padding:8px 0;border-bottom:1px solid var(--line)}
.study td{border:0;padding:0;text-align:left}.study td:first-child{grid-column:1/-1}.study td.num{white-space:normal}.study [data-label]::before{content:attr(data-label);display:block;font-size:12px;color:var(--muted)}}
@media print{@page{margin:9mm}body{background:#fff;font-size:11px;line-height:1.4;-webkit-print-color-adjust:exact;print-color-adjust:exact}main{max-width:none;padding:0}
h1{font-size:20px}h2{font-size:13px;margin-bottom:5px}.bar{margin-bottom:4px}header{margin-bottom:9px}.verdict{font-size:13px;padding:5px 12px}p{margin-bottom:4px}
.tiles{grid-template-columns:repeat(auto-fit,minmax(90px,1fr));margin-bottom:9px}.tiles div{padding:6px 8px}.tiles dd{font-size:15px}.tiles dd small,.tiles dd span,.tiles dt{font-size:9.5px}
.top{gap:9px;margin-bottom:9px}.side{gap:9px}.plots{column-gap:9px}.plots .card{margin-bottom:9px}.top{grid-template-columns:minmax(0,1.25fr) minmax(0,1fr)}
.card{padding:8px 10px;border-radius:6px}figcaption{font-size:9.5px;margin-top:4px}table,.facts{font-size:10px}th,td small,.tag,code{font-size:9.5px}th,td{padding:3px 8px 3px 0}.facts{gap:2px 10px}pre{padding:6px 8px;margin-bottom:6px}
figure,svg,tr,.tiles,header,h2{break-inside:avoid}h2{break-after:avoid}.side>.card:not(.long){break-inside:avoid}
.scroll{overflow:visible}.player,.views,.cursor,.live{display:none!important}.events{max-height:none;overflow:visible}.events td{padding:1px 8px 1px 0}.whole svg{max-height:92mm}.playing .strobe{opacity:1}}
)css";
}

}  // namespace freefloat
