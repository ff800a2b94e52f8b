#pragma once

#include <functional>
#include <stop_token>
#include <string_view>

namespace heteroscope {

/// Told now and then how far something is that takes long: what is being done, in words that are valid during the call
/// alone, and which share of it is done at least. The words are empty once nothing is.
using ProgressSink = std::function<void(std::string_view what, double share)>;

/// Whoever waits for something that takes long: may stop it, and is told how far it is.
struct Waiter {
  /// Requested by another thread once the result is not wanted any more. Where no request is possible work is not cut
  /// into pieces for it.
  std::stop_token stop{};
  ProgressSink progress{};  ///< empty: nobody wants to know

  [[nodiscard]] bool asked() const { return stop.stop_requested(); }
  void tell(std::string_view what, double share) const {
    if (progress) progress(what, share);
  }
};

}  // namespace heteroscope
