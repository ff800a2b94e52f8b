#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/base/waiter.hpp"

namespace heteroscope {

/// Where something is that is made step by step. It may have several parts, one after the other, each of its own steps:
/// pictures, and the video of them.
struct ProductionStep {
  std::int64_t done = 0;
  std::int64_t all = 0;          ///< of the part
  std::optional<double> left_s;  ///< that the rest of the part will take; none while nothing tells it yet
  std::string now;               ///< what comes next: "4096x4096 at 0,8192"
  int part = 1;                  ///< of so many
  int parts = 1;

  /// The finished share of all parts, as if they took equally long; it never falls.
  [[nodiscard]] double share() const {
    const double of_part = all > 0 ? static_cast<double>(done) / static_cast<double>(all) : 0;
    return (part - 1 + of_part) / parts;
  }
};

/// The result of a production.
struct Made {
  bool finished = false;  ///< or it was stopped
  bool kept = false;      ///< a stopped one can be gone on with
  std::string line;       ///< finished: what was made, and how fast; stopped: how far it is
  std::string note;       ///< what a person should know beside; empty: nothing
};

/// Asked before each step: whether to go on.
using GoOn = std::function<bool(const ProductionStep&)>;

/// Something that takes long and ends in files: a poster, a movie. Whoever has it made, a command or the window, sees
/// how far it is, and may stop it between two steps, and within one: the Waiter that it is made for is told how far
/// that is which all is computed from, as a deep picture's reference, and gives the step under way up at once; what is
/// finished is kept.
class Production {
 public:
  virtual ~Production() = default;
  /// A warning that a person should read before it begins; empty if there is none.
  [[nodiscard]] virtual std::string warning() const { return {}; }
  /// How what is kept of a stopped one is gone on with.
  [[nodiscard]] virtual std::string_view how_to_go_on() const { return "--resume continues"; }
  /// To be called once. Throws BadInput or DeviceError where it cannot be finished; the line says what is kept of it.
  virtual Made run(const GoOn& go_on) = 0;
};

}  // namespace heteroscope
