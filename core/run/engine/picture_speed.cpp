#include "core/run/engine/picture_speed.hpp"

#include <algorithm>
#include <limits>

#include "core/model/settings/processors.hpp"
#include "core/plan/preview.hpp"

namespace heteroscope {

void PictureSpeed::begin(const Plan& plan) {
  const std::string kind = std::string(plan.workload->id) + '/' + processors_text(plan.settings.execution);
  if (kind != kind_ || !plan_ || !takes_alike(*plan_, plan)) pixel_ms_ = 0;
  kind_ = kind;
}

int PictureSpeed::first_factor(const Plan& plan) const {
  constexpr double long_delay_ms = 10;
  constexpr double pause_ms = 200;  // beside the way there and back: after which TCP begins anew
  double most_pixels = std::numeric_limits<double>::infinity();
  if (crossed_ && delay_ms_ >= long_delay_ms && crossed_->since.ms() >= pause_ms + delay_ms_)
    most_pixels = pixels_within(LinkSpeed::first_flight_bytes, crossed_->bytes, crossed_->pixels);
  return preview_factor(plan, pixel_ms_, most_pixels);
}

int PictureSpeed::finer_factor(const Plan& plan, int coarse) const {
  return finer_preview_factor(plan, coarse, pixel_ms_);
}

/// The round trips are that of the picture, that of the one before it, and one more, in which TCP sends more at a time.
double PictureSpeed::patience_ms() const {
  constexpr double here_ms = 60;
  constexpr double round_trips = 3;
  return here_ms + round_trips * delay_ms_;
}

/// Its table is there for the next frame. Of the way only what the bytes take by the link's rate counts: the rest comes
/// with each frame, however many pixels it has.
void PictureSpeed::learn(const Frame& frame) {
  constexpr double least_ms = 1e-3;
  constexpr double ms_per_s = 1000;
  const Timing& timing = frame.timing;
  const auto pixels = static_cast<double>(frame.plan.extent().area());
  double crossing_ms = 0;
  plan_ = frame.plan;
  delay_ms_ = 0;
  crossed_.reset();
  if (frame.crossing) {
    const LinkSpeed& link = frame.crossing->speed;
    delay_ms_ = link.delay_ms;
    crossed_ = {.bytes = static_cast<double>(frame.crossing->bytes), .pixels = pixels, .since = {}};
    crossing_ms = timing.pack + ms_per_s * crossed_->bytes / link.bytes_per_s + timing.unpack;
  }
  pixel_ms_ = std::max(timing.total + crossing_ms - timing.input, least_ms) / pixels;
}

void PictureSpeed::learn_given_up(const Plan& plan, double ms) {
  plan_ = plan;
  pixel_ms_ = std::max(pixel_ms_, std::max(ms - delay_ms_, 0.0) / static_cast<double>(plan.extent().area()));
}

}  // namespace heteroscope
