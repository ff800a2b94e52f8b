#include "core/worker/sanitized_run.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <vector>

#include "core/base/failure.hpp"
#include "core/io/file.hpp"
#include "core/own/compile/private_folder.hpp"
#include "core/process/find_program.hpp"
#include "core/worker/worker_executor.hpp"

namespace heteroscope {
namespace {

namespace fs = std::filesystem;

constexpr const char* program = "compute-sanitizer";

/// The toolkits in their usual place, the newest first: "/usr/local/cuda-12.10" comes ahead of "/usr/local/cuda-12.9".
std::vector<fs::path> toolkits() {
  std::vector<fs::path> out;
  std::error_code failed;
  for (fs::directory_iterator each("/usr/local", failed), end; !failed && each != end; each.increment(failed)) {
    if (each->path().filename().string().starts_with("cuda")) out.push_back(each->path());
  }
  std::ranges::sort(out, [](const fs::path& a, const fs::path& b) { return strverscmp(a.c_str(), b.c_str()) > 0; });
  return out;
}

}  // namespace

fs::path compute_sanitizer() {
  if (fs::path found = find_program(program); !found.empty()) return found;
  std::vector<fs::path> places = toolkits();
  if (const char* const home = std::getenv("CUDA_HOME")) places.insert(places.begin(), home);
  for (const fs::path& each : places) {
    if (fs::path found = find_program((each / "bin" / program).string()); !found.empty()) return found;
  }
  return {};
}

std::string sanitizer_log_of(const std::string& tool, const Plan& plan, const ExecuteOptions& options) {
  const fs::path sanitizer = compute_sanitizer();
  if (sanitizer.empty()) return {};
  std::string out;
  const Failure failure = attempt([&] {
    const PrivateFolder folder;
    const fs::path log = folder.path() / "log";
    {
      WorkerExecutor executor({sanitizer.string(), "--tool", tool, "--show-backtrace", "device", "--print-limit", "8",
                               "--log-file", log.string()});
      static_cast<void>(attempt([&] { static_cast<void>(executor.execute(plan, options)); }));
    }  // the tool writes its last words when the worker has ended
    constexpr std::size_t most_bytes = std::size_t{4} << 20;
    out = read_text(log, most_bytes);
  });
  return failure ? std::string() : out;
}

}  // namespace heteroscope
