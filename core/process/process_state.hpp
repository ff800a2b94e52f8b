#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heteroscope {

/// What a function can change of its process and of the thread that calls it, and what stays so for whoever computes
/// next, who would be faster, slower or wrong: everything but the arithmetic of floating point (floating_point.hpp).
/// Taking it costs some tens of microseconds.
class ProcessState {
 public:
  /// Takes the present one.
  ProcessState();

  /// Returns what is another now, as "the working directory"; empty if all is as it was. The same thread calls it.
  /// `threads`: of the OpenMP team that it begins, whose threads must be able to run where this one was. OpenMP's own
  /// settings, which a function may choose for the regions that it begins, are put back and are no change.
  [[nodiscard]] std::string changed(int threads) const;

 private:
  /// The processors that a thread may run on.
  using Affinity = std::array<std::byte, 128>;
  static Affinity affinity_now();
  [[nodiscard]] bool team_has_affinity(int threads) const;

  struct SignalHandler {
    std::uintptr_t function = 0;
    int flags = 0;
    std::uint64_t blocked = 0;
    bool operator==(const SignalHandler&) const = default;
  };
  static std::vector<SignalHandler> handlers_now();

  /// Of the calling thread. Source: OpenMP 5.2, table 2.1.
  struct OpenMpSettings {
    OpenMpSettings();
    void put_back() const;
    int threads, levels, schedule, chunk, dynamic;
  };

  std::vector<std::uint64_t> limits_;
  Affinity affinity_{};
  std::array<int, 2> priority_{};  ///< nice value and policy
  std::vector<std::string> locale_;
  std::uintptr_t locale_of_thread_ = 0;
  std::vector<SignalHandler> handlers_;
  std::uint64_t blocked_signals_ = 0;
  std::array<bool, 3> timers_{};  ///< whether they run
  mode_t umask_ = 0;
  std::string directory_;
  std::vector<std::string> environment_;
  int huge_pages_ = 0;
  OpenMpSettings open_mp_;
};

}  // namespace heteroscope
