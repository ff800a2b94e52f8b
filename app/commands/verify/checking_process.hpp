#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/link/program_process.hpp"
#include "core/verify/case_json.hpp"

namespace heteroscope {

/// The line that stands for check_ceilings().
inline constexpr std::string_view ceilings_line = "ceilings";

/// The line that stands for check_fast_math().
inline constexpr std::string_view fast_math_line = "witnesses";

/// What the process writes when it is ready for the first case.
inline constexpr std::string_view begun_line = "begun";

/// Whether nobody waits for the answer any more.
using GiveUp = std::function<bool()>;

/// A process of this program that runs cases one after the other, so that one that crashes, hangs or takes down the
/// device ends that process and nothing else. It is started when it is needed, and again after it has ended. It ends
/// with the thread that started it, however that ends.
class CheckingProcess {
 public:
  explicit CheckingProcess(Catalog catalog) : catalog_(catalog) {}

  /// Compares the case. It has failed if it ends the process ("it ended by signal 11, Segmentation fault"), or if it
  /// has not been compared after `limit_s` of its own time (ProcessTime). A process that has lost its device is ended.
  /// Throws BadInput if no process can be started. Meanwhile `give_up` is called at least ten times a second; once it
  /// returns true there is no answer, and the process is ended.
  std::optional<Answer> check(const Case& each, double limit_s, const GiveUp& give_up) {
    return ask(to_line(each, catalog_), limit_s, give_up);
  }
  /// Checks the kernels that measure the GPU's ceilings likewise.
  std::optional<Answer> check_ceilings(double limit_s, const GiveUp& give_up) {
    return ask(std::string(ceilings_line), limit_s, give_up);
  }
  /// Checks the kernels that are fast-math baselines likewise.
  std::optional<Answer> check_fast_math(double limit_s, const GiveUp& give_up) {
    return ask(std::string(fast_math_line), limit_s, give_up);
  }
  /// Lets the process end, at once if it does not by itself: the next case has one of its own.
  void end() { process_ = nullptr; }

 private:
  void start();
  std::optional<Answer> ask(const std::string& line, double limit_s, const GiveUp& give_up);
  static Answer lost(const std::string& why);
  std::string reap();

  Catalog catalog_;
  std::unique_ptr<ProgramProcess> process_;
  bool has_begun_ = false;
  std::string received_;  ///< behind the last whole line
};

/// The main function of such a process: it answers the cases of standard input until that ends. Returns the exit code.
int answer_cases(Catalog catalog);

/// How long a case may take, in seconds, before it counts as hanging: far longer than its reference and its source
/// should take.
double hang_limit_s(const Settings& settings, Catalog catalog, double least_s);

}  // namespace heteroscope
