#pragma once

#include <string>
#include <string_view>

#include "core/device/device.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// Chooses who computes of the machine that is chosen. Shares that were for other participants become one for the GPUs
/// together.
void set_participants(Execution& execution, Processor processor, GpuChoice gpus = {});
/// Chooses the processors elsewhere that share the rows with those of this machine, with the same for the shares.
void set_participants_elsewhere(Execution& execution, std::vector<Participant> elsewhere);

/// The words for processors: "cpu, gpu, split, …".
inline constexpr std::string_view known_processors =
    "cpu, gpu, split; gpu:0,1, gpu:all, split:cpu,gpu:0,1; cpu@MACHINE, gpu@MACHINE and so on; "
    "split:cpu,gpu:0@MACHINE";

/// "cpu", "gpu" (the first), "gpu:0,1", "gpu:all", "split" (the CPU and all GPUs) or "split:cpu,gpu:0,1", and behind an
/// @ the machine elsewhere that has these processors: sets who computes. Behind those of this machine there may be
/// others of machines elsewhere: "split:cpu,gpu:0@server", "gpu:0,gpu:0,1@server,cpu@other". False if it is none of
/// these; nothing is set then.
bool set_processors(Execution& execution, std::string_view text);
/// As set_processors() takes it.
std::string processors_text(const Execution& execution);

/// The processors as processors_text() writes them, without their machine.
std::string processors_there(const Execution& execution);

/// The GPUs, and the number of CPU threads, of the machine that computes: of the one elsewhere, or those of this one.
/// Throws BadInput where that cannot be reached.
device::Devices devices_of(const Execution& execution, device::Devices here);
int cpu_threads_of(const Execution& execution);
/// The GPUs that a panel shows: as devices_of(), but those of this machine as long as the other has not been greeted.
device::Devices shown_devices(const Execution& execution);

/// Whether a CPU, or a GPU, computes, on whichever machine.
bool computes_on(const Execution& execution, Processor cpu_or_gpu);
/// Whether a machine elsewhere computes all, or some of the rows.
bool uses_machines(const Execution& execution);

/// Whether more than one participant may compute.
bool shares_a_frame(const Execution& execution);

/// The words for how participants share a frame.
inline constexpr std::string_view known_splits = "a share from 0 to 1, or several; bisection, auto, queue";

/// "0.5" or "0.5,0.25" (by hand), "bisection", "auto", "queue": sets how participants share a frame. False if it is
/// none of these; nothing is set then.
bool set_split(Execution& execution, std::string_view text);
/// As set_split() takes it.
std::string split_text(const Execution& execution);

}  // namespace heteroscope
