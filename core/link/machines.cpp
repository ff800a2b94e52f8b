#include "core/link/machines.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/completion.hpp"
#include "core/base/failure.hpp"
#include "core/link/reconnection.hpp"

namespace heteroscope {
namespace {

/// A conversation that begins, on a thread of its own; who waits for it may go meanwhile.
struct Greeting {
  bool under_way = false;
  Failure failure;   ///< of the last one
  int failures = 0;  ///< in a row
  std::chrono::steady_clock::time_point ended;
};

struct Known {
  std::mutex mutex;
  std::condition_variable_any greeted;
  FindMachine find;
  std::map<std::string, std::unique_ptr<const MachineFacts>> facts;
  std::map<std::string, Greeting> greetings;
  std::vector<std::unique_ptr<MachineLink>> idle;
};

thread_local bool waits = true;  ///< for machines

/// It lives as long as the process: a greeting may be under way at its end.
Known& known() {
  static Known& out = *std::make_unique<Known>().release();
  return out;
}

std::unique_ptr<MachineLink> take_idle(const std::string& name) {
  const std::lock_guard lock(known().mutex);
  auto& idle = known().idle;
  const auto at = std::ranges::find_if(idle, [&](const auto& each) { return each->address().name == name; });
  if (at == idle.end()) return nullptr;
  std::unique_ptr<MachineLink> out = std::move(*at);
  idle.erase(at);
  return out;
}

MachineAddress address_of(const std::string& name) {
  FindMachine find;
  {
    const std::lock_guard lock(known().mutex);
    find = known().find;
  }
  if (!find) {
    throw BadInput(Wrong::unknown, "processor",
                   "no other machines are known here; `heteroscope machines add` adds one");
  }
  return find(name);
}

}  // namespace

void set_machine_finder(FindMachine find) {
  const std::lock_guard lock(known().mutex);
  known().find = std::move(find);
}

bool is_known_machine(const std::string& name) {
  const std::lock_guard lock(known().mutex);
  return known().facts.contains(name);
}

namespace {

void end_greeting(const std::string& name, std::unique_ptr<MachineLink> link, Failure failure) {
  {
    const std::lock_guard lock(known().mutex);
    if (link != nullptr) {
      if (!known().facts.contains(name)) known().facts[name] = std::make_unique<const MachineFacts>(link->facts());
      known().idle.push_back(std::move(link));
    }
    Greeting& greeting = known().greetings[name];
    greeting.under_way = false;
    greeting.failures = failure ? greeting.failures + 1 : 0;
    greeting.failure = std::move(failure);
    greeting.ended = std::chrono::steady_clock::now();
  }
  known().greeted.notify_all();
  announce_completion();
}

/// Called with the mutex held, which the thread's end waits for.
void begin_greeting(const std::string& name) {
  std::thread([name] {
    std::unique_ptr<MachineLink> link;
    Failure failure = attempt([&] { link = std::make_unique<MachineLink>(address_of(name)); });
    end_greeting(name, std::move(link), std::move(failure));
  }).detach();
  known().greetings[name].under_way = true;
}

}  // namespace

std::unique_ptr<MachineLink> take_link(const std::string& name, const std::stop_token& stop) {
  for (bool has_greeted = false;; has_greeted = true) {
    while (std::unique_ptr<MachineLink> idle = take_idle(name)) {
      if (idle->lives()) return idle;
      // whoever retries pauses before the next try
      if (has_greeted) throw idle->lost({});
    }
    std::unique_lock lock(known().mutex);
    Greeting& greeting = known().greetings[name];
    if (!greeting.under_way) begin_greeting(name);
    if (!known().greeted.wait(lock, stop, [&] { return !greeting.under_way; })) return nullptr;
    if (greeting.failure) raise(greeting.failure);
  }
}

void give_back(std::unique_ptr<MachineLink> link) {
  constexpr std::size_t most = 4;
  std::unique_ptr<MachineLink> oldest;  // its process is ended without the mutex
  const std::lock_guard lock(known().mutex);
  auto& idle = known().idle;
  if (idle.size() >= most) {
    oldest = std::move(idle.front());
    idle.erase(idle.begin());
  }
  idle.push_back(std::move(link));
}

void never_wait_for_machines() {
  waits = false;
}

namespace {

/// Returns how far a greeting is that nobody waits for; begins it where none is under way.
std::string standing_of(const std::string& name) {
  const std::lock_guard lock(known().mutex);
  Greeting& greeting = known().greetings[name];
  const bool may_begin =
      !greeting.failure || std::chrono::steady_clock::now() - greeting.ended > pause_after(greeting.failures);
  if (!greeting.under_way && may_begin) begin_greeting(name);
  return greeting.failure ? greeting.failure.line : name + ": connecting";
}

}  // namespace

const MachineFacts& machine_facts(const std::string& name) {
  if (!is_known_machine(name) && !waits) throw Unreachable(Wrong::missing, name, standing_of(name));
  if (!is_known_machine(name)) give_back(take_link(name));
  const std::lock_guard lock(known().mutex);
  return *known().facts.at(name);
}

}  // namespace heteroscope
