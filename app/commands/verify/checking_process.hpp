#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/verify/case_json.hpp"

namespace heteroscope {

/// The line that stands for check_ceilings().
inline constexpr std::string_view ceilings_line = "ceilings";

/// The line that stands for check_witnesses().
inline constexpr std::string_view witnesses_line = "witnesses";

/// What the process says when it is ready for the first case.
inline constexpr std::string_view begun_line = "begun";

/// Whether nobody waits for the answer any more.
using GiveUp = std::function<bool()>;

/// A process of this program that runs cases one after the other, so that one that crashes, hangs or takes down the
/// device ends that process and nothing else. It is started when it is needed, and again after it has ended. It ends
/// with the thread that started it, however that ends.
class CheckingProcess {
 public:
  explicit CheckingProcess(Catalog catalog) : catalog_(catalog) {}
  ~CheckingProcess();
  CheckingProcess(const CheckingProcess&) = delete;
  CheckingProcess& operator=(const CheckingProcess&) = delete;

  /// How the case compares. One that ends the process ("it ended by signal 11, Segmentation fault") or has not been
  /// compared after `limit_s` of its own time (ProcessTime) has failed. A process whose device was lost is ended.
  /// Throws BadInput if no process can be started. While it is under way, `give_up` is asked at least ten times a
  /// second; once it says so, there is no answer, and the process is ended.
  std::optional<Answer> check(const Case& each, double limit_s, const GiveUp& give_up) {
    return ask(to_line(each, catalog_), limit_s, give_up);
  }
  /// The same of the kernels that measure the GPU's ceilings.
  std::optional<Answer> check_ceilings(double limit_s, const GiveUp& give_up) {
    return ask(std::string(ceilings_line), limit_s, give_up);
  }
  /// The same of the kernels that are witnesses (core/model/capabilities/witness.hpp).
  std::optional<Answer> check_witnesses(double limit_s, const GiveUp& give_up) {
    return ask(std::string(witnesses_line), limit_s, give_up);
  }
  /// Lets the process end, at once if it does not by itself: the next case has one of its own.
  void end();

 private:
  void start();
  std::optional<Answer> ask(const std::string& line, double limit_s, const GiveUp& give_up);
  static Answer lost(const std::string& why);
  std::string reap();

  Catalog catalog_;
  pid_t process_ = -1;
  int channel_ = -1;
  bool has_begun_ = false;
  std::string received_;  ///< behind the last whole line
};

/// What such a process does: answers the cases of standard input until it ends. Returns the exit code.
int answer_cases(Catalog catalog);

/// How long a case may take before it counts as hanging, s: long beyond what its reference and its source should take.
double hang_limit_s(const Settings& settings, Catalog catalog, double least_s);

}  // namespace heteroscope
