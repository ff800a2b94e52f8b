#include "core/process/proc_stat.hpp"

#include <charconv>
#include <fstream>
#include <sstream>

namespace heteroscope {
namespace {

/// Adds one processor's line, behind its name: user, nice, system, idle, iowait, irq, softirq, steal. What guests use,
/// which comes next, is in the first two, too.
void add_line(std::istringstream& line, ProcessorTicks& to) {
  constexpr int fields = 8;
  constexpr int idle = 3;
  constexpr int iowait = 4;
  ++to.processors;
  for (int i = 0; i < fields; ++i) {
    std::int64_t ticks = 0;
    if (!(line >> ticks)) return;
    to.all += ticks;
    if (i != idle && i != iowait) to.busy += ticks;
  }
}

}  // namespace

std::string proc_stat_text(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::size_t running_threads(std::string_view stat) {
  constexpr std::string_view name = "\nprocs_running ";
  const std::size_t at = stat.find(name);
  std::size_t out = 0;
  if (at == stat.npos) return out;
  std::from_chars(stat.data() + at + name.size(), stat.data() + stat.size(), out);
  return out;
}

std::optional<ProcessorTicks> processor_ticks(std::string_view stat, const std::function<bool(int)>& counts) {
  constexpr std::string_view name = "cpu";
  ProcessorTicks out;
  std::istringstream text{std::string(stat)};
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with(name)) break;  // the processors come first
    int number = -1;
    const char* const digits = line.data() + name.size();
    const auto [end, error] = std::from_chars(digits, line.data() + line.size(), number);
    if (error != std::errc() || !counts(number)) continue;  // the sum of all has no number
    std::istringstream rest(line.substr(static_cast<std::size_t>(end - line.data())));
    add_line(rest, out);
  }
  return out.processors > 0 ? std::optional(out) : std::nullopt;
}

std::optional<std::uint64_t> start_of_process(pid_t process) {
  constexpr int fields_before = 19;  // behind the name, which is in parentheses and may have some of its own
  const std::string text = proc_stat_text(("/proc/" + std::to_string(process) + "/stat").c_str());
  const std::size_t name_end = text.rfind(')');
  if (name_end == text.npos) return std::nullopt;
  std::istringstream fields(text.substr(name_end + 1));
  std::string word;
  for (int i = 0; i < fields_before; ++i) fields >> word;
  std::uint64_t out = 0;
  return fields >> out ? std::optional(out) : std::nullopt;
}

}  // namespace heteroscope
