#include "core/own/compile/tool.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/io/pipe.hpp"
#include "core/process/find_program.hpp"
#include "core/process/process_start.hpp"

namespace heteroscope {
namespace {

constexpr int longest_s = 60;
constexpr std::size_t most_said = std::size_t{1} << 20;

/// The programs by which the tool is run: setpriv (util-linux) has it end with this process, timeout (coreutils) after
/// a minute and with all that it has started.
std::vector<std::string> runners(const std::filesystem::path& folder) {
  for (const char* const each : {"setpriv", "timeout", "env"}) {
    if (find_program(each).empty())
      throw BadInput(fmt::format("a compiler is run by {}, which is not installed here", each));
  }
  return {"setpriv", "--pdeathsig",    "TERM",
          "timeout", "--kill-after=1", std::to_string(longest_s),
          "env",     "LC_ALL=C",       fmt::format("TMPDIR={}", folder.string())};
}

/// All that comes, of which the first part is kept.
std::string read_to_end(int descriptor) {
  std::string out;
  std::array<char, 65536> bytes{};
  for (;;) {
    const ssize_t count = ::read(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return out;
    out.append(bytes.data(), std::min(static_cast<std::size_t>(count), most_said - out.size()));
  }
}

}  // namespace

ToolResult run_tool(const std::filesystem::path& folder, std::vector<std::string> words) {
  const std::string name = words.front();
  std::vector<std::string> all = runners(folder);
  all.insert(all.end(), std::make_move_iterator(words.begin()), std::make_move_iterator(words.end()));
  PipeEnds output = open_pipe(name);
  ProcessStart start(ProcessStart::Apart::group);
  start.connect(output.writes.get(), STDOUT_FILENO);
  start.connect(output.writes.get(), STDERR_FILENO);
  pid_t process = -1;
  const int failed = start.run(process, std::move(all));
  if (failed != 0) throw BadInput(fmt::format("{} could not be started: {}", name, reason_of(failed)));
  output.writes = Descriptor();
  ToolResult out{.said = read_to_end(output.reads.get())};
  out.status = status_at_end(process);
  constexpr int ended_by_timeout = 124;
  out.took_too_long = WIFEXITED(out.status) && WEXITSTATUS(out.status) == ended_by_timeout;
  return out;
}

}  // namespace heteroscope
