#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/frame/frame.hpp"
#include "core/io/file_set.hpp"
#include "core/memory/pixels.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

class Communicator;
struct RankFrame;

/// The formats of `render --out`, as one line of its help.
inline constexpr const char* render_out_help =
    "The file to write: .png (contains its settings), .jpg or .bmp (the\npicture only), .tif (BigTIFF "
    "with smaller copies), .npy (the values,\nfor NumPy: rows by columns), .hdr (the values as "
    "radiance with 8\nbits each, none below 0); required without --verify";

[[nodiscard]] bool is_tiff(const std::filesystem::path& path);
/// Throws BadInput for a name that ends in none of these.
void check_render_out(const std::filesystem::path& path);
/// Throws BadInput for a result that the file's format cannot hold: before it is computed.
void check_render_size(const Plan& plan, const std::filesystem::path& path);
/// Checks likewise that the disk has room for the file, as far as that is certain. `values`: of a TIFF, no colors.
void check_render_room(const Plan& plan, const std::filesystem::path& path, bool values);

/// Adds the result, in the format that the file's name says; `values`: of a TIFF, no colors. `colors`: of a picture,
/// where they are not the frame's own. Returns what is to be said about it; nothing, if all of it was kept. Throws
/// BadInput with the path.
std::string add_result(FileSet& files, const Frame& frame, const std::filesystem::path& path, bool values,
                       const Pixels* colors = nullptr);
/// Adds a frame of which each rank has a band: all ranks call it, and rank 0 adds the result. It holds all of it only
/// if the format does not take pieces (takes_pieces()). Also throws what bring_pieces() throws.
std::string add_bands(FileSet& files, RankFrame& made, const std::filesystem::path& path, bool values,
                      Communicator& communicator);
/// Why the palette and its scale change nothing in such a file; empty if they do.
std::string_view colorless(const std::filesystem::path& path, bool values);
/// What the file shows of a result that went wrong.
std::string held_by(const std::filesystem::path& path, bool values);

}  // namespace heteroscope
