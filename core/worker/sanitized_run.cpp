#include "core/worker/sanitized_run.hpp"

#include "core/base/failure.hpp"
#include "core/io/file.hpp"
#include "core/io/private_folder.hpp"
#include "core/process/find_program.hpp"
#include "core/worker/worker_executor.hpp"

namespace heteroscope {

std::filesystem::path compute_sanitizer() {
  return find_cuda_tool("compute-sanitizer");
}

std::string sanitizer_log_of(const std::string& tool, const Plan& plan, const ExecuteOptions& options) {
  const std::filesystem::path sanitizer = compute_sanitizer();
  if (sanitizer.empty()) return {};
  std::string out;
  const Failure failure = attempt([&] {
    const PrivateFolder folder;
    const std::filesystem::path log = folder.path() / "log";
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
