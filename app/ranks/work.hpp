#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heteroscope {

/// The difference between another rank's work and this one's, for Ranks::agree(): "nothing", "version 0.0.9" or
/// "settings /parameters/n"; empty if there is none. Both are objects with their "version" beside all that the work
/// follows from. Throws BadInput for a text that is no JSON.
std::string difference_of_work(const nlohmann::json& own, const std::string& theirs);

}  // namespace heteroscope
