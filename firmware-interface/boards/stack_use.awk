# Deepest stack of a firmware image, from the call graphs that gcc -fcallgraph-info=su writes beside the objects. Fails on
# recursion, on calls by pointer and on stacks of unknown size, for which no bound exists, and when the stack is too small.
#
#   awk -f stack_use.awk -v stack=4096 -v entry=ff_reset -v handlers="ff_on_uart0 ff_on_uart1" -v urgent=ff_on_watchdog *.ci
#
# `handlers` interrupt the program but not each other; `urgent` interrupts them too.

BEGIN {
  exception_frame = 36  # eight registers, and alignment
  library = 96          # a function of libgcc; the division of 64-bit numbers, its largest, takes less
}

/^node:/ {
  split($0, quoted, "\"")
  name = quoted[2]
  if (match($0, /[0-9]+ bytes \(/)) {
    own[name] = substr($0, RSTART, RLENGTH) + 0
    if ($0 ~ /dynamic/ && $0 !~ /bounded/) unbounded[name] = 1
  }
}

/^edge:/ {
  split($0, quoted, "\"")
  callees[quoted[2]] = callees[quoted[2]] "\t" quoted[4]
}

function fail(text) {
  print "stack: " text > "/dev/stderr"
  failed = 1
  exit 1
}

function depth(name,    parts, count, i, below, deepest) {
  if (name in known) return known[name]
  if (name in open) fail(name " is recursive")
  if (name ~ /indirect_call/) fail("a call by pointer has no bound")
  if (name in unbounded) fail(name " has a stack of unknown size")
  if (!(name in own)) {
    if (name !~ /^__/) fail(name " is in no call graph")
    next_call[name] = ""
    return known[name] = library
  }
  open[name] = 1
  deepest = 0
  next_call[name] = ""
  count = split(substr(callees[name], 2), parts, "\t")
  for (i = 1; i <= count; i++) {
    below = depth(parts[i])
    if (below > deepest) {
      deepest = below
      next_call[name] = parts[i]
    }
  }
  delete open[name]
  return known[name] = own[name] + deepest
}

function deepest_of(names,    parts, count, i, best) {
  best = 0
  count = split(names, parts, " ")
  for (i = 1; i <= count; i++) if (depth(parts[i]) > best) best = depth(parts[i])
  return best
}

END {
  if (failed) exit 1
  program = depth(entry)
  interrupts = deepest_of(handlers) + exception_frame + deepest_of(urgent) + exception_frame
  total = program + interrupts
  # The path by full names, printed by short ones.
  text = ""
  for (name = entry; name != ""; name = next_call[name]) {
    short = name
    sub(/^.*:/, "", short)
    text = text (text == "" ? "" : " > ") short
  }
  printf "stack: at most %d of %d bytes: program %d, interrupts %d\n", total, stack, program, interrupts
  printf "       %s\n", text
  if (total > stack) {
    print "stack: too small" > "/dev/stderr"
    exit 1
  }
}
