#pragma once

#include <stop_token>

#include "core/link/message_channel.hpp"
#include "core/serving/kept_runs.hpp"

namespace heteroscope {

/// Sends what a run prints until its end, then its files and how it ended. A stop is passed on to it as Ctrl-C is.
/// Returns early where nobody is there to be told. Throws BadInput where there is no such run.
void send_run(const MessageChannel& channel, const KeptRuns& runs, const FollowRequest& request,
              const std::stop_token& stop);

}  // namespace heteroscope
