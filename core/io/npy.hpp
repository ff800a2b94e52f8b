#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/io/new_file.hpp"
#include "core/memory/field.hpp"

namespace heteroscope {

/// NumPy's .npy format, version 1.0: little-endian '<f4', '<f8' or '<i4', C order, shape (height, width). Zeros stand
/// where the field has no values.
/// Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
std::vector<std::byte> encode_npy(const FieldView& view);
/// Makes the same file in chunks, without a copy of the field in memory.
void make_npy(const FieldView& view, const Append& append);
/// The header that precedes the values.
std::string npy_start(Size size, Precision precision);
/// Every value as it is: '<f4', '<f8' and '<i4' in their own precision; bool (0 and 1) and whole numbers of 8 and 16
/// bits as fp32; '<u4', '<u8' and '<i8' as fp64. Throws BadInput, naming `name`, for anything but a 2-D array of these
/// in C order whose data is all there, and for a whole number beyond 2^53.
Field decode_npy(std::span<const std::byte> bytes, const std::string& name);

}  // namespace heteroscope
