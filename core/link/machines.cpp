#include "core/link/machines.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/completion.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {
namespace {

/// A greeting that nobody waits for.
struct Greeting {
  bool under_way = false;
  std::string failure;
  std::chrono::steady_clock::time_point ended;
};

struct Known {
  std::mutex mutex;
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
  if (!find) throw BadInput(Wrong::unknown, "processor", "no machines elsewhere are known here");
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

std::unique_ptr<MachineLink> take_link(const std::string& name) {
  while (std::unique_ptr<MachineLink> idle = take_idle(name)) {
    if (idle->lives()) return idle;
  }
  auto out = std::make_unique<MachineLink>(address_of(name));
  const std::lock_guard lock(known().mutex);
  std::unique_ptr<const MachineFacts>& facts = known().facts[name];
  if (facts == nullptr) facts = std::make_unique<const MachineFacts>(out->facts());
  return out;
}

void give_back(std::unique_ptr<MachineLink> link) {
  constexpr std::size_t most = 4;
  const std::lock_guard lock(known().mutex);
  if (known().idle.size() < most) known().idle.push_back(std::move(link));
}

void never_wait_for_machines() {
  waits = false;
}

namespace {

/// Returns how far a greeting is that nobody waits for; begins it where none is under way.
std::string standing_of(const std::string& name) {
  constexpr auto between_tries = std::chrono::seconds(5);
  const std::lock_guard lock(known().mutex);
  Greeting& greeting = known().greetings[name];
  const bool begins = !greeting.under_way &&
                      (greeting.failure.empty() || std::chrono::steady_clock::now() - greeting.ended > between_tries);
  if (begins) {
    std::thread([name] {
      const Failure failed = attempt([&] { static_cast<void>(machine_facts(name)); });
      {
        const std::lock_guard ending(known().mutex);
        known().greetings[name] = {
            .under_way = false, .failure = failed.line, .ended = std::chrono::steady_clock::now()};
      }
      announce_completion();
    }).detach();
    greeting.under_way = true;  // its end waits for this lock
  }
  return greeting.failure.empty() ? name + ": it is being greeted" : greeting.failure;
}

}  // namespace

const MachineFacts& machine_facts(const std::string& name) {
  if (!is_known_machine(name) && !waits) throw BadInput(Wrong::missing, name, standing_of(name));
  if (!is_known_machine(name)) give_back(take_link(name));
  const std::lock_guard lock(known().mutex);
  return *known().facts.at(name);
}

}  // namespace heteroscope
