#include "core/worker/worker_process.hpp"

#include <utility>

namespace heteroscope {
namespace {

std::vector<std::string> words(bool confined, const std::filesystem::path& folder) {
  std::vector<std::string> out{std::string(worker_command)};
  if (confined) out.insert(out.end(), {std::string(worker_folder_option), folder.string()});
  return out;
}

}  // namespace

WorkerProcess::WorkerProcess(bool confined, std::vector<std::string> runner)
    : ProgramProcess("a worker", words(confined, folder.path()), std::move(runner), output.writes()),
      confined_(confined),
      messages_(channel()) {
  output.leave();
}

}  // namespace heteroscope
