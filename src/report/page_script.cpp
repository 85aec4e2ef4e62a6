#include "report/page_script.h"

namespace freefloat {

std::string_view page_script() {
  return R"js((function(){"use strict";
const source=document.getElementById("motion"),view=document.getElementById("top-view");
if(!source||!view)return;
const motion=JSON.parse(source.textContent),frames=motion.frames;
if(frames.length<2)return;
const player=document.getElementById("player"),slider=player.querySelector("input"),button=player.querySelector("button"),output=player.querySelector("output");
const live=view.querySelector(".live"),body=live.querySelector(".body"),arm=live.querySelector(".arm"),hand=live.querySelector(".hand"),target=live.querySelector(".tdot");
const cursors=[...document.querySelectorAll(".cursor")];
const first=frames[0][0],last=frames[frames.length-1][0];
let now=first,timer=0,stamp=0;
slider.min=first;slider.max=last;slider.step="any";slider.value=first;player.hidden=false;
function frameAt(t){let a=0,b=frames.length-1;while(b-a>1){const m=(a+b)>>1;if(frames[m][0]<=t)a=m;else b=m;}return t>=last?frames[b]:frames[a];}
function show(t){now=Math.min(Math.max(t,first),last);const f=frameAt(now),pts=[];
for(let i=6;i<f.length;i+=2)pts.push(f[i]+" "+f[i+1]);
body.setAttribute("transform","translate("+f[1]+" "+f[2]+") rotate("+f[3]+")");arm.setAttribute("d","M"+pts.join("L"));
hand.setAttribute("cx",f[f.length-2]);hand.setAttribute("cy",f[f.length-1]);
if(f[4]===null)target.setAttribute("display","none");else{target.removeAttribute("display");target.setAttribute("cx",f[4]);target.setAttribute("cy",f[5]);}
const x=motion.left+(now-motion.begin)/(motion.end-motion.begin)*(motion.right-motion.left);
for(const c of cursors){c.setAttribute("x1",x);c.setAttribute("x2",x);}
document.body.classList.add("playing");slider.value=now;output.textContent=now.toFixed(1)+" s";}
function stop(){cancelAnimationFrame(timer);timer=0;button.textContent="Play";}
function tick(s){if(!timer)return;show(now+Math.min(s-stamp,100)/1000*motion.speed);stamp=s;if(now>=last)stop();else timer=requestAnimationFrame(tick);}
button.addEventListener("click",function(){if(timer){stop();return;}if(now>=last)now=first;button.textContent="Pause";stamp=performance.now();timer=requestAnimationFrame(tick);});
slider.addEventListener("input",function(){stop();show(Number(slider.value));});
for(const plot of document.querySelectorAll(".timed svg"))plot.addEventListener("pointermove",function(e){
const r=plot.getBoundingClientRect(),x=(e.clientX-r.left)/r.width*motion.width;if(x<motion.left||x>motion.right)return;
stop();show(motion.begin+(x-motion.left)/(motion.right-motion.left)*(motion.end-motion.begin));});
})();
)js";
}

}  // namespace freefloat
