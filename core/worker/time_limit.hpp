#pragma once

#include <span>
#include <vector>

#include "core/device/device.hpp"
#include "core/types/participant.hpp"

namespace heteroscope {

struct OwnFile;

/// Names the limit in seconds for this process; see own_time_limit_s().
inline constexpr const char* own_limit_variable = "HETEROSCOPE_OWN_LIMIT";

/// Returns whether one of them is a GPU of this machine that also drives a display, which stands still while it
/// computes.
bool drives_display(std::span<const Participant> participants, device::Devices devices);

/// Returns how many seconds a person's own variant may take for a frame, or from one progress that its worker tells to
/// the next, before it counts as one that never ends: the variable's value, or 10 s; `holds_display`: 2 s. Throws
/// BadInput if the variable is no number of seconds above 0.
double own_time_limit_s(bool holds_display);

/// From now on files of persons' own that have not ended within their limit are not asked again by this process: the
/// next request would most likely take as long. For commands that ask a file many times.
void give_up_hung_files();

/// A plan's files, with these texts, have not ended within their limit: which of several it was is not known.
void note_hung(const std::vector<OwnFile>& files);
/// Returns whether all files of such a plan are among these, which are not to be asked again.
bool is_given_up(const std::vector<OwnFile>& files);

}  // namespace heteroscope
