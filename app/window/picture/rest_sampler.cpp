#include "app/window/picture/rest_sampler.hpp"

#include <stop_token>
#include <utility>

#include "core/model/settings/shift.hpp"
#include "core/process/priority.hpp"

namespace heteroscope {
namespace {

constexpr double rest_s = 0.3;  // after the picture has come

/// The frame on the screen is all that is asked for but for more samples.
bool rests(const State& state) {
  return state.current() && state.refusal.empty() && !state.progress.busy && !state.running &&
         !shows_single_sample(state) && refusal_of_samples(*state.workload).empty();
}

}  // namespace

RestSampler::RestSampler(Catalog catalog)
    : task_([catalog](const Wish& wish, const std::stop_token& stop, const auto& publish) {
        let_all_others_first();
        Antialiased picture(*wish.frame, wish.look, catalog);
        Executor executor;
        while (picture.samples() < wish.look.samples && picture.add_sample(executor, stop)) {
          publish(std::make_shared<const MeanPicture>(
              MeanPicture{wish.frame, wish.look, picture.samples(), picture.pixels()}));
        }
      }) {}

/// What has come meanwhile. Fewer samples than are shown come where work was given up for something else.
void RestSampler::take(State& state, const Wish& wish) {
  auto newest = task_.newest();
  const bool more = newest != nullptr && newest->frame == wish.frame && newest->look == wish.look &&
                    (state.mean == nullptr || newest->samples > state.mean->samples);
  if (more) state.mean = std::move(newest);
  const std::string failure = task_.failure();
  if (failure.empty()) return;
  failed_ = true;
  state.toasts.fail("no more samples: " + failure, state.now_s);
}

void RestSampler::update(State& state, bool may) {
  if (state.mean != nullptr && !is_of_present(*state.mean, state)) state.mean = nullptr;
  const int has = state.mean == nullptr ? 1 : state.mean->samples;
  working_ = may && has < state.settings.look.samples && rests(state);
  if (working_) {
    const Wish wish{state.frame, state.settings.look};
    if (resting_ != wish) {
      task_.forget();
      resting_ = wish;
      since_s_ = state.now_s;
      failed_ = false;
    }
    if (!failed_ && state.now_s - since_s_ >= rest_s) {
      task_.want(wish);
      take(state, wish);
    }
    working_ = !failed_;
  } else {
    task_.forget();
    resting_.reset();
  }
  const bool was = std::exchange(state.sampling, task_.busy());
  if (state.sampling && !was) state.sampling_since_s = state.now_s;
}

}  // namespace heteroscope
