#include "core/own/compile/tool.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/io/pipe.hpp"
#include "core/own/compile/compilers_end.hpp"
#include "core/process/find_program.hpp"
#include "core/process/memory_limit.hpp"
#include "core/process/process_start.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t most_said = std::size_t{1} << 20;

/// The programs by which the tool is run: setpriv (util-linux) has it end with this process, prlimit (util-linux) holds
/// each process to limits, timeout (coreutils) ends all that it has started.
std::vector<std::string> runners(const std::filesystem::path& folder, const ToolLimits& limits) {
  for (const char* const each : {"setpriv", "prlimit", "timeout", "env"}) {
    if (find_program(each).empty())
      throw BadInput(fmt::format("a compiler is run by {}, which is not installed here", each));
  }
  constexpr int more_s = 10;  // before what does not end by SIGXCPU is killed
  return {"setpriv",
          "--pdeathsig",
          "TERM",
          "prlimit",
          "--core=0",
          fmt::format("--as={}", limits.memory_bytes),
          fmt::format("--fsize={}", limits.file_bytes),
          fmt::format("--cpu={}:{}", limits.processor_s, limits.processor_s + more_s),
          "timeout",
          "--kill-after=1",
          std::to_string(limits.whole_s),
          "env",
          "LC_ALL=C",
          fmt::format("TMPDIR={}", folder.string())};
}

/// The limit that ended a tool, by its status and, since compilers start others and tell of their ends, by its words:
/// GCC's, its driver's, clang's and libstdc++'s.
std::string limit_that_ended(const ToolResult& result, const ToolLimits& limits) {
  constexpr int ended_by_timeout = 124;
  if (WIFEXITED(result.status) && WEXITSTATUS(result.status) == ended_by_timeout)
    return fmt::format("took more than {} s", limits.whole_s);
  const auto says = [&](const char* words) { return result.said.find(words) != result.said.npos; };
  const auto by_signal = [&](int signal) { return WIFSIGNALED(result.status) && WTERMSIG(result.status) == signal; };
  constexpr double gibibyte = 0x1p30;
  if (by_signal(SIGXCPU) || says("CPU time limit exceeded signal terminated"))
    return fmt::format("used more than {} s of the processor's time", limits.processor_s);
  if (by_signal(SIGXFSZ) || says("File size limit exceeded signal terminated"))
    return fmt::format("wrote a file of more than {:.3g} GiB", static_cast<double>(limits.file_bytes) / gibibyte);
  constexpr std::array<const char*, 4> of_memory{
      ": out of memory allocating ", "virtual memory exhausted: ", "LLVM ERROR: out of memory", "'std::bad_alloc'"};
  if (result.status == 0 || std::ranges::none_of(of_memory, says)) return {};
  return fmt::format("used more than {:.3g} GiB of memory", static_cast<double>(limits.memory_bytes) / gibibyte);
}

/// All that comes, of which the first part is kept. Where compilers are to end, the group of the process is ended.
std::string read_to_end(int descriptor, pid_t process) {
  constexpr int turn_ms = 20;
  std::string out;
  std::array<char, 65536> bytes{};
  for (pollfd each{.fd = descriptor, .events = POLLIN, .revents = 0};;) {
    if (CompilersEnd::is_wanted()) ::kill(-process, SIGKILL);
    if (::poll(&each, 1, turn_ms) <= 0) continue;
    const ssize_t count = ::read(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return out;
    out.append(bytes.data(), std::min(static_cast<std::size_t>(count), most_said - out.size()));
  }
}

}  // namespace

ToolResult run_tool(const std::filesystem::path& folder, std::vector<std::string> words, ToolLimits limits) {
  limits.memory_bytes = std::min(limits.memory_bytes, memory::available());
  const std::string name = words.front();
  std::vector<std::string> all = runners(folder, limits);
  all.insert(all.end(), std::make_move_iterator(words.begin()), std::make_move_iterator(words.end()));
  PipeEnds output = open_pipe(name);
  ProcessStart start(ProcessStart::Apart::group);
  start.connect(output.writes.get(), STDOUT_FILENO);
  start.connect(output.writes.get(), STDERR_FILENO);
  pid_t process = -1;
  const int failed = start.run(process, std::move(all));
  if (failed != 0) throw BadInput(fmt::format("{} could not be started: {}", name, reason_of(failed)));
  output.writes = Descriptor();
  ToolResult out{.said = read_to_end(output.reads.get(), process)};
  out.status = status_at_end(process);
  out.limit = limit_that_ended(out, limits);
  return out;
}

}  // namespace heteroscope
