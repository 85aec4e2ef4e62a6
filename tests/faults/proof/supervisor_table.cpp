#include "supervisor_table.h"

#include <array>
#include <iterator>
#include <set>
#include <stdexcept>

#include "safety/supervisor.h"

namespace freefloat {

namespace {

constexpr int kFaults = static_cast<int>(Fault::kCount);
constexpr std::uint32_t kTask = 7;

/// Places after all cells of one column.
using Answer = std::array<int, static_cast<std::size_t>(kPlaceCount* kRequestCount * 2)>;

int find_place(const SupervisorMemory& memory) {
  for (int i = 0; i < kPlaceCount; ++i) {
    if (kPlaces[i].place == Place{memory.state, memory.acknowledged}) return i;
  }
  throw std::logic_error("the supervisor has been acknowledged in a state that latches nothing");
}

SupervisorMemory memory_at(int place, Request last, std::uint32_t latched) {
  SupervisorMemory memory;
  memory.state = kPlaces[place].place.state;
  memory.acknowledged = kPlaces[place].place.acknowledged;
  memory.last_request = last;
  memory.last_task = kTask;
  memory.latched = latched;
  return memory;
}

/// What is latched is told to people, and has no say in what comes next; held to its rule here.
void check_latched(const SupervisorMemory& before, const SupervisorMemory& after, std::uint32_t faults) {
  const bool moved = after.state != before.state;
  std::uint32_t wanted = before.latched;
  if (moved && after.state == SupervisorState::kFault) wanted = faults;
  if (moved && after.state == SupervisorState::kHold && any_with(faults, Reaction::kHold)) wanted = faults;
  if (moved && (after.state == SupervisorState::kActive || after.state == SupervisorState::kDisarmed))
    wanted = 0;
  if (after.latched != wanted) throw std::logic_error("the latched faults are not those that led there");
}

int step(int place, Request last, int request, std::uint32_t task, std::uint32_t faults,
         std::uint32_t latched) {
  const SupervisorMemory before = memory_at(place, last, latched);
  SupervisorMemory after = before;
  OperatorCommand op;
  op.request = static_cast<Request>(request);
  op.task_number = task;
  supervise(op, faults, after);
  check_latched(before, after, faults);
  if (after.last_request != op.request || after.last_task != task)
    throw std::logic_error("the supervisor does not remember the newest request");
  return find_place(after);
}

std::size_t cell_of(int place, int request, bool fresh) {
  return (place * kRequestCount + request) * 2 + (fresh ? 1 : 0);
}

Answer answer_to(std::uint32_t faults) {
  Answer answer{};
  for (int place = 0; place < kPlaceCount; ++place) {
    for (int request = 0; request < kRequestCount; ++request) {
      const auto same = static_cast<Request>(request);
      answer[cell_of(place, request, false)] = step(place, same, request, kTask, faults, 0);
      answer[cell_of(place, request, true)] = step(place, same, request, kTask + 1, faults, 0);
    }
  }
  return answer;
}

/// Whatever the request before was, whatever is latched, and whichever way the task's number has changed:
/// only new or standing counts.
void check_memory(std::uint32_t faults, const Answer& answer) {
  constexpr std::uint32_t kTasks[] = {kTask, kTask - 1, 0, 0xffffffffu};
  for (int place = 0; place < kPlaceCount; ++place) {
    for (int request = 0; request < kRequestCount; ++request) {
      for (int last = 0; last < kRequestCount; ++last) {
        for (const std::uint32_t task : kTasks) {
          const bool fresh = last != request || task != kTask;
          const int after = step(place, static_cast<Request>(last), request, task, faults, 0x15u);
          if (after != answer[cell_of(place, request, fresh)])
            throw std::logic_error("the supervisor depends on more than whether a request is new");
        }
      }
    }
  }
}

std::string name_column(std::uint32_t faults) {
  const bool fault = any_with(faults, Reaction::kFault);
  if (fault && any_with(faults, Reaction::kHold))
    throw std::logic_error("faults of different reactions are answered alike");
  if (fault) return "fault";
  return blocking(faults) != 0 ? "hold, blocks arming" : "hold";
}

void check_sets(const std::vector<Answer>& answers, bool every_set) {
  const std::set<Answer> known(answers.begin(), answers.end());
  const auto check = [&](std::uint32_t faults) {
    if (!known.contains(answer_to(faults)))
      throw std::logic_error("several faults together are answered as no single one is");
  };
  if (every_set) {
    for (std::uint32_t faults = 0; faults < (1u << kFaults); ++faults) check(faults);
    return;
  }
  for (int i = 0; i < kFaults; ++i) {
    for (int j = 0; j < i; ++j) check((1u << i) | (1u << j));
  }
}

/// Cells that come about from disarmed: a standing request needs the same one in the cycle before.
void find_reached(SupervisorTable& table) {
  std::set<std::pair<int, int>> seen{{0, 0}};  // place, last request
  std::vector<std::pair<int, int>> open(seen.begin(), seen.end());
  table.reached.assign(table.after.size(), false);
  while (!open.empty()) {
    const auto [place, last] = open.back();
    open.pop_back();
    for (int request = 0; request < kRequestCount; ++request) {
      for (const bool fresh : {false, true}) {
        if (!fresh && request != last) continue;
        for (int column = 0; column < static_cast<int>(table.columns.size()); ++column) {
          const Cell cell{place, request, fresh, column};
          table.reached[table.index(cell)] = true;
          const std::pair next{*table.at(cell), request};
          if (seen.insert(next).second) open.push_back(next);
        }
      }
    }
  }
}

}  // namespace

std::size_t SupervisorTable::index(const Cell& cell) const {
  return cell_of(cell.place, cell.request, cell.fresh) * columns.size() +
         static_cast<std::size_t>(cell.column);
}

SupervisorTable make_supervisor_table(bool every_set) {
  SupervisorTable table;
  std::vector<Answer> answers{answer_to(0)};
  table.columns.push_back({"no fault", 0, std::nullopt});
  check_memory(0, answers[0]);
  for (const FaultRow& row : kFaultTable) {
    const std::uint32_t bit = fault_bit(row.fault);
    const Answer answer = answer_to(bit);
    check_memory(bit, answer);
    std::size_t column = 0;
    while (column < answers.size() && answers[column] != answer) ++column;
    if (column == 0) throw std::logic_error("nothing follows from " + std::string(row.name));
    if (column == answers.size()) {
      answers.push_back(answer);
      table.columns.push_back({"", 0, row.reaction});
    }
    table.columns[column].faults |= bit;
  }
  for (std::size_t i = 1; i < table.columns.size(); ++i)
    table.columns[i].name = name_column(table.columns[i].faults);
  check_sets(answers, every_set);

  table.after.resize(answers[0].size() * table.columns.size());
  for (std::size_t column = 0; column < answers.size(); ++column) {
    for (std::size_t cell = 0; cell < answers[column].size(); ++cell)
      table.after[cell * answers.size() + column] = answers[column][cell];
  }
  find_reached(table);
  return table;
}

}  // namespace freefloat
