#pragma once

#include <string>
#include <string_view>

namespace heteroscope {

/// Why a GPU of that compute capability has no code to run in a program that was compiled for those architectures,
/// which are named as in CMAKE_CUDA_ARCHITECTURES with commas between them: "75", "80-real,90-virtual"; empty if it
/// has. Machine code runs on GPUs of the same major number and of that minor one or a higher one, PTX on all newer
/// GPUs; both of "90a" on 9.0 alone, of "100f" on that family alone. Without a word that it knows, or with one that it
/// does not ("all"), it refuses nothing. Source: CUDA Programming Guide, "Compute Capability"; nvcc's manual, "GPU
/// Feature List".
std::string refusal_of_capability(std::string_view architectures, int major, int minor);

/// Why a program, or a part of it, that was compiled for those architectures has no code for compute capability
/// `least`.0 or newer that a GPU of that capability runs; empty if it has. Of several the newest one runs. Where the
/// environment (CUDA_FORCE_PTX_JIT=1) has the driver make all machine code from PTX, machine code does not count.
std::string refusal_of_code(std::string_view architectures, int least, int major, int minor);

}  // namespace heteroscope
