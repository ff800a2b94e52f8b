#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>

namespace heteroscope::device {

/// An instruction has 128 bits from compute capability 7.0 on (CUDA Binary Utilities, "Instruction Set Reference": each
/// line of a listing of Volta and later has a word of 16 bytes).
inline constexpr std::size_t instruction_bytes = 16;

/// How many machine instructions the kernels of a cubin have, by their mangled names: each has a section ".text.NAME"
/// of its own (CUDA Binary Utilities, "CUDA Binary"). As a disassembler lists them: with the jump to itself behind the
/// last instruction and the up to seven empty ones that fill 128 bytes, and with functions that were not inlined where
/// they are in the kernel's section. Empty if the image is no whole ELF file of 64 bits for NVIDIA's GPUs, of which
/// nothing is damaged that was looked at.
std::map<std::string, std::size_t, std::less<>> instructions_by_kernel(std::span<const std::byte> cubin);

}  // namespace heteroscope::device
