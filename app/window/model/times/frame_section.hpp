#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

/// What frames have in common whose times may be compared: the settings without the view, what a run does by itself,
/// the borders between participants, choices for a processor that computes nothing, and the look.
Settings what_times_belong_to(const Settings& settings, Catalog catalog);

/// The way in which frames are made whose times may be compared.
struct FrameWay {
  Settings settings;                     ///< what_times_belong_to() those of the frames
  std::vector<const Variant*> own = {};  ///< the saves of a person's files that compute, own_variants_of() the plan
  bool operator==(const FrameWay&) const = default;
};
FrameWay way_of(const Plan& plan, Catalog catalog);

/// The numbers of the saves of a person's files, by the variants as which they compute; each file's are counted from 1.
using SaveNumbers = std::map<const Variant*, int>;
/// Returns "save 3", or "another save" where its number is not known; with the file's name where it computes beside
/// others: "save 3 of heat.cpp".
std::string save_text(const Variant& save, bool beside_others, const SaveNumbers& numbers);
/// Returns the saves whose numbers are known: "save 3", "save 3 of one.cpp, save 1 of other.cpp".
std::string saves_text(const std::vector<const Variant*>& saves, const SaveNumbers& numbers);

/// Returns in few words what has changed, parameters by their labels: "cuda_tuned, fp32", "Max iterations 1000".
std::string change_text(const Settings& before, const Settings& now, Catalog catalog);

}  // namespace heteroscope
