// Equations are set by MathJax from the site's own files, where arithmatex marked them.
window.MathJax = {
  messageStyle: "none",
  showMathMenu: false,
  tex2jax: { inlineMath: [["\\(", "\\)"]], displayMath: [["\\[", "\\]"]], ignoreClass: ".*", processClass: "arithmatex" },
  TeX: { extensions: ["AMSmath.js", "AMSsymbols.js"] },
  CommonHTML: { linebreaks: { automatic: true } },
};
