#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/production/movie/movie.hpp"
#include "core/memory/pixels.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

/// A frame that was computed, and what that took.
struct MadeFrame {
  Frame frame;
  Pixels colors;  ///< of all its samples, where there are several; else empty
  double compute_ms = 0;
  double operations = 0;
};

/// The frames of a movie, whoever computes which.
class MovieFrames {
 public:
  /// Throws BadInput where one cannot be computed.
  explicit MovieFrames(MovieOrder order);

  [[nodiscard]] const MovieOrder& order() const { return order_; }
  /// The plan of frame `i`, from 0. Throws BadInput where there is none.
  [[nodiscard]] Plan plan_of(std::int64_t i) const;
  [[nodiscard]] const Plan& first() const { return first_; }
  /// Nothing: it was given up.
  std::optional<Frame> compute(const Plan& plan, const Waiter& waiter);
  /// With the colors of all its samples, where the look asks for several. Nothing: it was given up.
  std::optional<MadeFrame> make(const Plan& plan, const Waiter& waiter);
  /// A frame that was made, as the order's file takes it. `text`: of its picture.
  [[nodiscard]] std::vector<std::byte> encode(const MadeFrame& made, const std::string& text) const;

  /// Gives all frames the ends of the colors. False: it was stopped.
  bool fix_look(const GoOn& go_on);
  /// That of all frames.
  [[nodiscard]] const Look& look() const { return look_; }
  void set_look(Look look) { look_ = std::move(look); }

 private:
  bool has_look_of_first();

  MovieOrder order_;
  Look look_;
  bool follows_ = false;
  Plan first_;
  std::vector<Plan> keys_;  ///< whose tables serve frames near them
  Executor executor_;
};

/// A remark about a frame that a person should read; empty if there is none.
std::string note_on(std::int64_t i, const Plan& plan, const std::string& alarm);

}  // namespace heteroscope
