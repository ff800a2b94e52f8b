#include "app/window/feature/desktop.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/process/process_start.hpp"

namespace heteroscope {
namespace {

constexpr const char* opener = "xdg-open";

}  // namespace

std::string Desktop::open(const std::filesystem::path& file) {
  Started next{.process = -1, .file = file};
  const int failed = ProcessStart(ProcessStart::Apart::session).run(next.process, {opener, file.string()});
  if (failed == ENOENT) return fmt::format("there is no {} here that could open it", opener);
  if (failed != 0) return fmt::format("{} could not be started: {}", opener, std::strerror(failed));
  started_.push_back(std::move(next));
  return {};
}

std::vector<std::filesystem::path> Desktop::failed() {
  std::vector<std::filesystem::path> out;
  std::erase_if(started_, [&](const Started& each) {
    int status = 0;
    if (waitpid(each.process, &status, WNOHANG) == 0) return false;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) out.push_back(each.file);
    return true;
  });
  return out;
}

}  // namespace heteroscope
