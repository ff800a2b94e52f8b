#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>

namespace heteroscope {

struct Variant;

/// How a variant of a person's file compares with the reference, in small cases.
struct SmallCheck {
  const Variant* variant = nullptr;
  int compared = 0;   ///< cases that agree
  int cases = 0;      ///< that it is compared in, if there is time for all
  std::string wrong;  ///< how the first other one differs or fails, in one line; empty: all agree
};

/// "5 of 24 small cases so far": how far a comparison is.
std::string progress_text(const SmallCheck& so_far);

inline constexpr std::chrono::milliseconds time_to_check{800};

/// Compares a person's variant with its reference in cases that are drawn evenly from those of `verify` that compute on
/// its processor alone and need little, until one fails or the time has passed. It computes in a worker of its own.
/// `tell` is called with what agrees so far, before the first case and after each that agrees or is skipped. It does
/// not matter which save of the file stands in the stage's list. Any thread may call it. Throws GivenUp once a stop is
/// requested.
SmallCheck checked_in_small_cases(const Variant& variant, const std::stop_token& stop,
                                  const std::function<void(const SmallCheck& so_far)>& tell,
                                  std::chrono::milliseconds time = time_to_check);

}  // namespace heteroscope
