#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/field.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// A generated image. Values run from 0 to 255 unless its help says otherwise.
struct Pattern {
  std::string_view id;
  std::string_view label;
  std::string_view help;
  std::string_view number_label;                 ///< what `Source::number` means to it; empty: nothing
  double minimum = 0, maximum = 0, initial = 0;  ///< of that number
  bool whole = false;                            ///< the number is an integer
  /// Whether int32 holds its values, which are whole numbers then; null: it does not.
  bool (*fits_int32)(double number) = nullptr;
  /// Whether its values lie within 0 to 255; null: they do.
  bool (*usual_range)(double number) = nullptr;
  /// Writes every value of a host field that is such a part of the image, the same ones for any number of threads.
  void (*fill)(const FieldView& field, const Cutout& part, double number, int threads) = nullptr;
};

/// The id of a source that is a file.
inline constexpr std::string_view file_source = "file";
inline constexpr std::string_view readable_files =
    "PNG, JPEG, WebP, GIF (its first picture), BMP, TIFF, binary PGM or PPM (0 to 255; colors by channel, or as luma), "
    "or "
    "a two-dimensional .npy (as it is)";

/// All patterns, in the order in which they are offered.
std::span<const Pattern> patterns();
/// Null for an id that is no pattern's.
const Pattern* find_pattern(std::string_view id);
/// Random whole numbers in the place of a pattern whose values are not all such as int32 holds; else the source itself.
Source fitting(Source source, Precision precision);
/// "a.png: row 0, column 3 holds 17.5, which int32 does not" of the first such value; empty if int32 holds all.
std::string misfit_of_int32(const Field& image, const std::string& name);
/// The pattern's number as a parameter of the pattern's id, for checks and controls; the pattern must have one.
Parameter number_of(const Pattern& pattern);

/// The workload with this id if its result can be a source; else null.
const Workload* find_source_workload(Catalog catalog, std::string_view id);
/// The ids of all sources but files, in the order in which they are offered.
std::vector<std::string> source_ids(Catalog catalog);

/// A channel of an image file (decode_image(): 0 to 255, fp32) or the values of a two-dimensional .npy (as they are),
/// on the host. Read once and kept until the file changes. Throws BadInput naming the file.
std::shared_ptr<const Field> load_image(const std::filesystem::path& path, ImageChannel channel = ImageChannel::luma);
/// Whether the file's pixels have red, green and blue. Throws as load_image() does.
bool has_colors(const std::filesystem::path& path);

/// "zone_plate", "noise:7", "constant:128", a workload's id, or a file's path. Throws BadInput, with what is known, for
/// anything else; a file is read to know that it can be.
Source parse_source(std::string_view text, Catalog catalog);
/// The text that parse_source() understands as this source; the values of a workload are left out.
std::string source_text(const Source& source);

}  // namespace heteroscope
