#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/ranks/bands.hpp"
#include "core/memory/pixels.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

/// The plan on this computer. Throws BadInput with the reason where there is none.
Plan plan_or_refuse(const Settings& settings);

/// Throws BadInput where a value is past the limit of an iteration, unless that is allowed.
void check_limit(const Plan& plan, bool allow_unstable);

/// The options of compute().
struct ComputeOptions {
  bool trace = false;
  bool allow_unstable = false;
  std::function<void(const Plan&)> check = nullptr;  ///< may throw before anything is computed
  ProgressSink progress{};
  std::function<CheckpointUse(const Plan&)> checkpoint = nullptr;  ///< asked right before an iteration begins
};

/// Plans and executes; the result is on the host. Nothing if who keeps the iteration's state wanted it to stop.
std::optional<Frame> compute_unless_stopped(const Settings& settings, const ComputeOptions& options = {});
/// Computes without anyone who could give up, so that there is always a frame.
Frame compute(const Settings& settings, const ComputeOptions& options = {});
/// The colors of a frame's picture where its look asks for more than one sample of each pixel
/// (core/antialias/antialiased.hpp). The frame is the first.
Pixels compute_samples(const Frame& first);
/// The colors of a frame whose picture is in color (core/run/channels.hpp), which are put into it.
Pixels compute_channels(Frame& frame);
/// How ranks share a result, and what becomes of it.
struct BandsUse {
  RankUse ranks;
  bool gathered = false;  ///< rank 0 is to have all of it
  TakeBands take;
};
/// compute_unless_stopped() by all ranks, each a band of the rows (app/ranks/bands.hpp).
std::optional<SharedFrame> compute_in_bands(const Settings& settings, const ComputeOptions& options,
                                            const BandsUse& use);

/// "cpu (simd, 2 threads)", "split 0.5 (cpu simd, gpu cuda_2d)".
std::string executed_by(const Plan& plan);

}  // namespace heteroscope
