#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/io/new_file.hpp"
#include "core/memory/field.hpp"

namespace heteroscope {

/// NumPy's .npy format, version 1.0: little-endian '<f4' or '<f8', C order, shape (height, width). Zeros stand
/// where the field has no values.
/// Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
std::vector<std::byte> encode_npy(const FieldView& view);
/// The same piece by piece, without a copy of the field in memory.
void make_npy(const FieldView& view, const Append& append);
/// What comes before the values.
std::string npy_start(Size size, Precision precision);
/// Writes it to a file. Throws BadInput as write_file() does.
void write_npy(const std::filesystem::path& path, const FieldView& view);
/// Throws BadInput, naming `name`, for anything but a 2-D '<f4' or '<f8' array in C order whose data is all there.
Field decode_npy(std::span<const std::byte> bytes, const std::string& name);

}  // namespace heteroscope
