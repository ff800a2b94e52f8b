#include "core/process/proc_stat.hpp"

#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

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

/// The fields of a process or a thread behind its name, which is in parentheses and may have some of its own: from the
/// third on. Empty where the file cannot be read.
std::istringstream fields_behind_name(const std::string& path) {
  const std::string text = proc_stat_text(path.c_str());
  const std::size_t name_end = text.rfind(')');
  return std::istringstream(name_end == text.npos ? std::string() : text.substr(name_end + 1));
}

void pass_over(std::istringstream& fields, int count) {
  std::string word;
  for (int i = 0; i < count; ++i) fields >> word;
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
  constexpr int fields_before = 19;
  std::istringstream fields = fields_behind_name("/proc/" + std::to_string(process) + "/stat");
  pass_over(fields, fields_before);
  std::uint64_t out = 0;
  return fields >> out ? std::optional(out) : std::nullopt;
}

std::size_t resident_bytes(pid_t process) {
  std::ifstream fields("/proc/" + std::to_string(process) + "/statm");
  std::size_t all = 0;
  std::size_t resident = 0;
  if (!(fields >> all >> resident)) return 0;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::vector<ThreadState> threads_of(pid_t process) {
  constexpr int fields_before_time = 10;
  static const auto ticks_per_s = static_cast<double>(::sysconf(_SC_CLK_TCK));
  std::vector<ThreadState> out;
  std::error_code gone;
  std::filesystem::directory_iterator all("/proc/" + std::to_string(process) + "/task", gone);
  for (; !gone && all != std::filesystem::directory_iterator(); all.increment(gone)) {
    std::istringstream fields = fields_behind_name((all->path() / "stat").string());
    char state = 0;
    std::int64_t user = 0;
    std::int64_t system = 0;
    fields >> state;
    pass_over(fields, fields_before_time);
    if (!(fields >> user >> system)) continue;
    out.push_back({.id = static_cast<pid_t>(std::stol(all->path().filename().string())),
                   .state = state,
                   .cpu_s = static_cast<double>(user + system) / ticks_per_s});
  }
  return out;
}

}  // namespace heteroscope
