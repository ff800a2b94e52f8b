#include "app/window/picture/rest_sampler.hpp"

#include <stop_token>
#include <utility>

#include "core/model/settings/shift.hpp"
#include "core/process/priority.hpp"

namespace heteroscope {
namespace {

constexpr double rest_s = 0.3;  // the wait after the picture has come

/// Returns whether the frame on the screen is complete except for further samples.
bool rests(const WindowModel& model, const FrameView& view) {
  return view.answers(model.settings()) && view.refusal.empty() && !view.progress.busy && !model.running &&
         !shows_single_sample(model) && refusal_of_samples(*model.workload).empty();
}

}  // namespace

RestSampler::RestSampler(Catalog catalog)
    : task_([catalog](const Request& request, const std::stop_token& stop, const auto& publish) {
        let_all_others_first();
        Antialiased picture(*request.frame, request.look, catalog);
        Executor executor;
        while (picture.samples() < request.look.samples && picture.add_sample(executor, stop)) {
          publish(std::make_shared<const MeanPicture>(
              MeanPicture{request.frame, request.look, picture.samples(), picture.pixels()}));
        }
      }) {}

/// Takes a finished picture. It has fewer samples than the one shown if work was given up for something else.
void RestSampler::take(Ui& ui, FrameView& view, const Request& request) {
  auto newest = task_.newest();
  const bool more = newest != nullptr && newest->frame == request.frame && newest->look == request.look &&
                    (view.mean == nullptr || newest->samples > view.mean->samples);
  if (more) view.mean = std::move(newest);
  const std::string failure = task_.failure();
  if (failure.empty()) return;
  failed_ = true;
  ui.fail("further samples could not be computed: " + failure);
}

void RestSampler::update(Ui& ui, WindowModel& model, FrameView& view, bool may) {
  if (view.mean != nullptr && !is_of_present(*view.mean, model, view)) view.mean = nullptr;
  const int has = view.mean == nullptr ? 1 : view.mean->samples;
  working_ = may && has < model.settings().look.samples && rests(model, view);
  if (working_) {
    const Request request{view.frame, model.settings().look};
    if (resting_ != request) {
      task_.forget();
      resting_ = request;
      since_s_ = ui.now_s;
      failed_ = false;
    }
    if (!failed_ && ui.now_s - since_s_ >= rest_s) {
      task_.want(request);
      take(ui, view, request);
    }
    working_ = !failed_;
  } else {
    task_.forget();
    resting_.reset();
  }
  const bool was = std::exchange(view.sampling, task_.busy());
  if (view.sampling && !was) view.sampling_since_s = ui.now_s;
}

}  // namespace heteroscope
