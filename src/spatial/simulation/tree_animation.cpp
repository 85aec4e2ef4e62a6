#include "spatial/simulation/tree_animation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drawing/plot.h"
#include "drawing/polyline.h"
#include "drawing/svg.h"
#include "spatial/simulation/tree_outline.h"

namespace freefloat {

namespace {

constexpr double kWidth = 720.0;
constexpr double kHeight = 560.0;
constexpr std::size_t kMostFrames = 400;
constexpr std::size_t kGhosts = 5;
constexpr double kLongestPlay = 12.0;  // s of the watcher's time

using Places = std::vector<Vector3>;

/// Puts all poses into the picture.
struct PictureMap {
  Vector3 centre = Vector3::Zero();
  double radius = 1e-3;  // m, of the ball around everything: it stays in the picture from every side
  ViewDirection view;

  double scale() const { return 0.5 * 0.94 * kHeight / radius; }
  Vector2 operator()(const Vector3& point) const {
    const Eigen::Vector2d at = view.project(point - centre) * scale();
    return {0.5 * kWidth + at.x(), 0.5 * kHeight - at.y()};
  }
};

PictureMap make_map(const std::vector<Places>& frames, const ViewDirection& view) {
  Vector3 low = frames[0][0], high = low;
  for (const Places& frame : frames) {
    for (const Vector3& point : frame) {
      low = low.cwiseMin(point);
      high = high.cwiseMax(point);
    }
  }
  PictureMap map{.centre = 0.5 * (low + high), .view = view};
  for (const Places& frame : frames) {
    for (const Vector3& point : frame) map.radius = std::max(map.radius, (point - map.centre).norm());
  }
  return map;
}

std::string path_of(const std::vector<TreeOutline::Line>& lines, const Places& places,
                    const PictureMap& map) {
  std::string data;
  for (const TreeOutline::Line& line : lines) {
    const Vector2 from = map(places[line.from]);
    const Vector2 to = map(places[line.to]);
    data += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", from.x(), from.y(), to.x(), to.y());
  }
  return data;
}

void draw_pose(SvgWriter& svg, const TreeOutline& outline, const Places& places, const PictureMap& map,
               std::string_view css_class) {
  svg.begin_group(css_class);
  svg.path(path_of(outline.base, places, map), "body");
  svg.path(path_of(outline.links, places, map), "arm");
  svg.end_group();
}

/// JSON numbers with a ten-thousandth of the picture's size as last digit.
void add_numbers(std::string& json, const Places& places, double unit) {
  for (const Vector3& point : places) {
    for (const double number : point) json += fmt::format(",{:.0f}", number / unit);
  }
}

std::string motion_json(const TreeOutline& outline, const std::vector<Places>& frames,
                        const std::vector<double>& times, const PictureMap& map) {
  const double unit = 1e-4 * map.radius;
  const double span = std::max(times.back() - times.front(), 1e-9);
  const auto pairs = [](const std::vector<TreeOutline::Line>& lines) {
    std::string text;
    for (const TreeOutline::Line& line : lines)
      text += fmt::format("{}{},{}", text.empty() ? "" : ",", line.from, line.to);
    return text;
  };
  std::string json = fmt::format(
      R"({{"left":{},"right":{},"width":{},"height":{},"unit":{},"scale":{},"centre":[{},{},{}],"azimuth":{},"elevation":{},"speed":{},)",
      kPlotLeft, kPlotRight, kWidth, kHeight, unit, map.scale(), map.centre.x(), map.centre.y(),
      map.centre.z(), map.view.azimuth, map.view.elevation, std::max(1.0, span / kLongestPlay));
  json +=
      fmt::format(R"("base":[{}],"links":[{}],"joints":[{}],"ends":[{}],"frames":[)", pairs(outline.base),
                  pairs(outline.links), fmt::join(outline.joints, ","), fmt::join(outline.end_points, ","));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    json += fmt::format("{}[{:.6g}", i == 0 ? "" : ",", times[i]);
    add_numbers(json, frames[i], unit);
    json += "]";
  }
  return json + "]}";
}

}  // namespace

TreeAnimation draw_tree_animation(const TreeModel& model, const SimulationResult& result) {
  TreeOutline outline(model);
  std::vector<Places> frames;
  std::vector<double> times;
  const std::size_t count = result.samples.size();
  const std::size_t shown = std::min(count, kMostFrames);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t sample = shown == 1 ? 0 : i * (count - 1) / (shown - 1);
    frames.push_back(outline.points(result.samples[sample].state));
    times.push_back(result.samples[sample].time);
  }
  const PictureMap map = make_map(frames, usual_view(model.parameters()));
  SvgWriter svg(kWidth, kHeight, "motion-view", "Motion of the robot",
                "The robot at equal times, the last pose in full ink, and the ways of its end points.");
  svg.rectangle({0.5, 0.5}, {kWidth - 1.0, kHeight - 1.0}, "tabletop", 6.0);
  svg.begin_group("still");
  for (std::size_t i = 0; i < kGhosts && shown > 1; ++i)
    draw_pose(svg, outline, frames[i * (shown - 1) / kGhosts], map, "ghost");
  svg.end_group();
  svg.begin_group("ways");
  for (std::size_t i = 0; i < outline.end_points.size(); ++i) {
    Polyline way;
    for (const Places& frame : frames) way.push_back(map(frame[outline.end_points[i]]));
    svg.path(make_path(way, false), "curve c" + std::to_string(1 + i % 6));
  }
  svg.end_group();
  draw_pose(svg, outline, frames.back(), map, "solid now");
  const double bar = std::pow(10.0, std::floor(std::log10(map.radius)));
  svg.line({20.0, kHeight - 20.0}, {20.0 + bar * map.scale(), kHeight - 20.0}, "scale");
  svg.text({20.0, kHeight - 26.0}, fmt::format("{:g} m", bar), "label");
  return {svg.finish(), motion_json(outline, frames, times, map)};
}

std::string_view animation_style() {
  return R"css(.ghost .body{stroke-opacity:.25}.ghost .arm{stroke-opacity:.18}.moving .still{display:none}
#motion-view{cursor:grab;touch-action:none}.views{display:flex;gap:8px;flex-wrap:wrap;margin-top:10px}
.views[hidden]{display:none}.views button{font:inherit;font-size:13px;padding:3px 12px;border-radius:7px;border:1px solid var(--line);background:var(--bg);color:var(--ink);cursor:pointer}
)css";
}

std::string_view animation_player() {
  return R"html(<div class="player" id="player" hidden><button type="button">Play</button><input type="range" aria-label="Time"><output>0 s</output></div>)html";
}

std::string_view animation_views() {
  return R"html(<div class="views" id="views" hidden><button type="button" data-view="-0.5236,0.4363">Oblique</button><button type="button" data-view="0,1.5708">From above</button><button type="button" data-view="0,0">Along y</button><button type="button" data-view="-1.5708,0">Along x</button></div>
)html";
}

std::string_view animation_script() {
  return R"js((function(){"use strict";
const source=document.getElementById("motion"),view=document.getElementById("motion-view");
if(!source||!view)return;
const m=JSON.parse(source.textContent),frames=m.frames;
const player=document.getElementById("player"),views=document.getElementById("views");
const slider=player.querySelector("input"),button=player.querySelector("button"),output=player.querySelector("output");
const now=view.querySelector(".now"),body=now.querySelector(".body"),arm=now.querySelector(".arm"),ways=[...view.querySelectorAll(".ways path")];
const cursors=[...document.querySelectorAll(".cursor")];
const first=frames[0][0],last=frames[frames.length-1][0];
let az=m.azimuth,el=m.elevation,time=last,timer=0,stamp=0;
slider.min=first;slider.max=last;slider.step="any";slider.value=last;output.textContent=last.toFixed(1)+" s";player.hidden=frames.length<2;views.hidden=false;
function at(t){let a=0,b=frames.length-1;while(b-a>1){const k=(a+b)>>1;if(frames[k][0]<=t)a=k;else b=k;}
if(t>=last||frames.length<2)return frames[frames.length-1];
const f=frames[a],g=frames[b],p=(t-f[0])/(g[0]-f[0]);return f.map((v,i)=>v+p*(g[i]-v));}
function spot(f,i){const x=f[3*i+1]*m.unit-m.centre[0],y=f[3*i+2]*m.unit-m.centre[1],z=f[3*i+3]*m.unit-m.centre[2];
const right=Math.cos(az)*x+Math.sin(az)*y,along=Math.cos(az)*y-Math.sin(az)*x,up=Math.cos(el)*z+Math.sin(el)*along;
return (m.width/2+m.scale*right).toFixed(1)+" "+(m.height/2-m.scale*up).toFixed(1);}
function lines(f,pairs){let d="";for(let i=0;i<pairs.length;i+=2)d+="M"+spot(f,pairs[i])+"L"+spot(f,pairs[i+1]);return d;}
function drawWays(){m.ends.forEach(function(e,i){ways[i].setAttribute("d","M"+frames.map(f=>spot(f,e)).join("L"));});}
function show(t){time=Math.min(Math.max(t,first),last);const f=at(time);body.setAttribute("d",lines(f,m.base));arm.setAttribute("d",lines(f,m.links));
view.classList.add("moving");slider.value=time;output.textContent=time.toFixed(last-first<20?2:1)+" s";
for(const c of cursors){const x=m.left+(time-first)/(last-first)*(m.right-m.left);c.setAttribute("x1",x);c.setAttribute("x2",x);}
document.body.classList.add("playing");}
function turn(){drawWays();show(time);}
function stop(){cancelAnimationFrame(timer);timer=0;button.textContent="Play";}
function tick(s){if(!timer)return;show(time+Math.min(s-stamp,100)/1000*m.speed);stamp=s;if(time>=last)stop();else timer=requestAnimationFrame(tick);}
button.addEventListener("click",function(){if(timer){stop();return;}if(time>=last)time=first;button.textContent="Pause";stamp=performance.now();timer=requestAnimationFrame(tick);});
slider.addEventListener("input",function(){stop();show(Number(slider.value));});
views.addEventListener("click",function(e){if(!e.target.dataset.view)return;const v=e.target.dataset.view.split(",");az=Number(v[0]);el=Number(v[1]);turn();});
let drag=null;
view.addEventListener("pointerdown",function(e){drag=[e.clientX,e.clientY];view.setPointerCapture(e.pointerId);});
view.addEventListener("pointermove",function(e){if(!drag)return;az-=(e.clientX-drag[0])*0.008;
el=Math.min(Math.max(el+(e.clientY-drag[1])*0.008,-1.5708),1.5708);drag=[e.clientX,e.clientY];turn();});
view.addEventListener("pointerup",function(){drag=null;});
})();
)js";
}

}  // namespace freefloat
