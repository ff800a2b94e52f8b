#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "app/commands/progress.hpp"
#include "app/commands/render/render.hpp"
#include "app/production/iteration/checkpoint_file.hpp"
#include "core/base/watch.hpp"
#include "core/frame/checkpoint_use.hpp"
#include "core/process/signals.hpp"

namespace heteroscope {

/// Whether the state of an iteration is kept on the way, or gone on with. Throws BadInput where there is none, or
/// nothing can be kept of what else is asked for.
bool keeps_state(const RenderOptions& options, const Settings& settings);

/// The state of an iteration that `render` keeps. Ctrl-C keeps it, too, and then ends the command.
class KeptIteration {
 public:
  /// How the state of what this plan computes is kept, for ComputeOptions. `options` and `out` must outlive this.
  KeptIteration(const RenderOptions& options, const std::filesystem::path& out) : options_(options), out_(out) {}
  CheckpointUse use(const Plan& plan);

  /// Does work that may fail on the way; what it throws says what is kept.
  void attempt_all(const std::function<void()>& work) const;
  /// Somebody wanted the end: says what is kept, and returns the exit code.
  [[nodiscard]] int say_stopped() const;
  /// The result is in its place.
  void finish();

 private:
  bool show(std::int64_t step, std::int64_t target);

  const RenderOptions& options_;
  const std::filesystem::path& out_;
  std::unique_ptr<CheckpointFile> file_;
  std::optional<EndOnRequest> request_;
  std::optional<Progress> progress_;
  std::optional<Watch> since_;  ///< the first step that was shown
  std::int64_t first_ = 0;
};

}  // namespace heteroscope
