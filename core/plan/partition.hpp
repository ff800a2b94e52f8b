#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/device/device.hpp"
#include "core/types/participant.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

struct Execution;
struct Plan;
struct Workload;

/// The participants of an execution: the GPUs as they are named, or by their numbers, those of machines elsewhere that
/// share rows with these, then the CPU. Throws BadInput for a GPU that is not there, for a processor that is named
/// twice, and for shares of another number of participants.
std::vector<Participant> participants_of(const Execution& execution, device::Devices devices);

/// Returns the facts of a participant's GPU; `here`: the GPUs of the machine that the plan is for. Throws BadInput
/// where that GPU, or the machine, is not there.
const device::Facts& facts_of(const Participant& participant, device::Devices here);

/// The execution's shares, one for each participant but the last. Where it has another number of them, the first is
/// what the GPUs have beside the CPU, and GPUs share evenly.
std::vector<double> shares_by_hand(const Execution& execution, std::span<const Participant> participants);

/// Why the plan's participants cannot share frames in the way that its settings say; empty if they can.
std::string refusal_of_sharing(const Plan& plan);

/// Which rows each participant computes, in the order of the participants: together all that the process computes, none
/// twice.
using Parts = std::vector<Rows>;

/// Rows that parts are made of where participants meet (Iteration::exchange_grain); 0: its participants do not.
int exchange_grain(const Plan& plan);
/// Participants of the plan's first stage that have rows.
int participants_with_rows(const Plan& plan);
/// Participants need what others, of this plan or of other bands, have computed before they are done, and there are
/// several.
bool participants_exchange(const Plan& plan);
/// The most rows of a stage that a participant can have: its part, or all of them where they come from a queue.
Rows most_rows(const Plan& plan, std::size_t stage, std::size_t participant);

/// The rows that each participant has computed.
using Taken = std::vector<std::vector<Rows>>;

/// Rows that are divided into parts, of which a domain has values; parts begin at multiples of a grain.
struct Cuttable {
  int height = 0;
  Domain domain = Domain::whole;
  int grain = 1;
  int begin = 0;  ///< the first of them, of a band of the rows
};
/// The rows of a stage of a plan whose participants are known: of the result, or of the source where it reduces.
Cuttable rows_of_stage(const Plan& plan, std::size_t stage);

/// Leaves the plan, of one participant, those rows of a stage to compute and nothing else. Throws BadInput where it has
/// no such rows.
void take_rows(Plan& plan, std::size_t stage, Rows rows);

/// Parts with borders at these shares of the values from the top on, in ascending order: each is at round(border ×
/// height) rows or, in a triangle, where the values above come closest to the share; then it is moved to the nearest
/// multiple of the grain.
Parts parts_by_borders(std::span<const double> borders, const Cuttable& rows);
/// Parts with these shares of the values, one for each participant but the last, which takes the rest.
Parts parts_by_shares(std::span<const double> shares, const Cuttable& rows);

/// Which share of the values of main_extent() a participant of the plan computes.
double share_of(const Plan& plan, std::size_t participant);

/// The parts of each stage of a plan whose participants are known, by its shares. What it says is part of the plan; of
/// those that are not shared by hand the executor's Balance says it anew, once a frame.
std::vector<Parts> partition(const Plan& plan);

}  // namespace heteroscope
