#include "app/commands/render/out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/files/disk_room.hpp"
#include "app/production/poster/poster.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/color/colored_rows.hpp"
#include "core/io/extension.hpp"
#include "core/io/image/other_pictures.hpp"
#include "core/io/npy.hpp"
#include "core/io/png/png.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/poster/band_pieces.hpp"
#include "core/poster/poster_file.hpp"
#include "core/run/frame_colors.hpp"
#include "core/run/ranks/rank_executor.hpp"
#include "core/types/packed_values.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// Gives a part's colors: room for them is at the pointer.
using PartColors = std::function<void(const Cutout&, std::uint32_t*)>;

/// Cells of a part of a TIFF that is written from memory, and those that are brought to rank 0 at a time.
constexpr std::int64_t span_cells = std::int64_t{1} << 22;

template <class Put>
void put_all(PosterFile& file, const Put& put) {
  const Size piece = file.usual_piece(span_cells);
  file.begin(piece);
  const Pieces pieces = file.pieces(piece);
  for (std::int64_t i = 0; i < pieces.count(); ++i) put(pieces[i]);
  file.end();
}

/// Writes a result that is there whole: its values, with zeros where it has none. Throws what PosterFile does.
void put_whole(PosterFile& file, const FieldView& values) {
  const std::size_t cell = bytes_of(values.precision);
  std::vector<std::byte> cells;
  put_all(file, [&](const Cutout& part) {
    const std::size_t row_bytes = static_cast<std::size_t>(part.size.width) * cell;
    cells.resize(row_bytes * static_cast<std::size_t>(part.size.height));
    pack_values(values, part, cells.data());
    file.put(part, {.values = {cells.data(), part.size, values.precision}, .colors = {}});
  });
}

/// Puts a whole picture likewise.
void put_whole(PosterFile& file, const PartColors& colors) {
  Pixels pixels;
  put_all(file, [&](const Cutout& part) {
    pixels.resize(static_cast<std::size_t>(part.size.area()));
    colors(part, pixels.data());
    file.put(part, {.values = {nullptr, part.size}, .colors = pixels});
  });
}

bool is_jpeg(const std::filesystem::path& path) {
  return extension_of(path) == ".jpg" || extension_of(path) == ".jpeg";
}

}  // namespace

bool is_tiff(const std::filesystem::path& path) {
  return extension_of(path) == ".tif" || extension_of(path) == ".tiff";
}

void check_render_out(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  if (is_jpeg(path) || is_tiff(path)) return;
  for (const char* each : {".png", ".bmp", ".npy", ".hdr"})
    if (extension == each) return;
  throw BadInput(fmt::format("--out '{}' must end in .png, .jpg, .bmp or .tif (picture), .npy or .hdr (values)",
                             excerpt(path.string())));
}

void check_render_size(const Plan& plan, const std::filesystem::path& path) {
  if (extension_of(path) != ".png" && extension_of(path) != ".npy" && !is_tiff(path))
    check_other_picture(plan.output.size, path);
}

namespace {

/// No file of the result has fewer.
double least_bytes(const Plan& plan, const std::filesystem::path& path, bool values) {
  const Extent& extent = plan.output;
  PositionedFile nowhere(path);
  const std::unique_ptr<PosterFile> file = poster_file(extension_of(path),
                                                       {.size = extent.size,
                                                        .precision = extent.precision,
                                                        .colors = {},
                                                        .text = to_json(plan.settings, catalog()),
                                                        .values = values},
                                                       nowhere);
  return file != nullptr ? file->least_bytes() : least_bytes_of_other_picture(extent.size, path);
}

void copy_part(Size size, const Pixels& from, const Cutout& part, std::uint32_t* to) {
  const auto width = static_cast<std::size_t>(part.size.width);
  for (int y = part.y; y < part.y + part.size.height; ++y, to += width) {
    const std::size_t first =
        static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) + static_cast<std::size_t>(part.x);
    std::copy_n(from.data() + first, width, to);
  }
}

}  // namespace

void check_render_room(const Plan& plan, const std::filesystem::path& path, bool values) {
  const std::optional<double> room = disk_room(path);
  if (!room) return;
  const double least = least_bytes(plan, path, values);
  if (least > *room) refuse_for_room(path, plan.output.size, "needs at least", least, *room);
}

std::string add_result(FileSet& files, const Frame& frame, const std::filesystem::path& path, bool values,
                       const Pixels* colors) {
  const FieldView view = frame.field.host_view();
  const std::string extension = extension_of(path);
  if (extension == ".npy") {
    files.add(path, [&](const Append& append) { make_npy(view, append); });
    return {};
  }
  if (extension == ".hdr") {
    std::int64_t changed = 0;
    files.add(path, [&](const Append& append) { changed = make_hdr(view, append); });
    return changed == 0 ? std::string()
                        : fmt::format("{} that {} cannot store (NaN, below 0, above 1.7e38) {} replaced",
                                      plural(changed, "value"), path.string(), noun(changed, "was", "were"));
  }
  const Settings& settings = frame.plan.settings;
  const ColorMap map = color_map(settings.look, frame);
  const FieldView colored = frame.colored().host_view();
  const PictureRows rows = colors != nullptr ? rows_of(view.size, *colors) : colored_rows(colored, map);
  if (is_tiff(path)) {
    const std::string text = to_json(settings, catalog());
    files.add_anywhere(path, [&](PositionedFile& file) {
      const std::unique_ptr<PosterFile> tiff = poster_file(
          extension, {.size = view.size, .precision = view.precision, .colors = {}, .text = text, .values = values},
          file);
      if (values) return put_whole(*tiff, view);
      put_whole(*tiff, [&](const Cutout& part, std::uint32_t* out) {
        if (colors == nullptr) return colorize(colored, map, part, out);
        copy_part(view.size, *colors, part, out);
      });
    });
    return {};
  }
  const auto picture = [&] { return Picture{view.size, colors != nullptr ? *colors : colorize(colored, map)}; };
  files.add(path, [&](const Append& append) {
    if (extension == ".png") {
      encode_png(view.size, rows, to_json(settings, catalog()), append);
    } else if (is_jpeg(path)) {
      make_jpeg(picture(), append);
    } else {
      make_bmp(picture(), append);
    }
  });
  return {};
}

namespace {

/// Where the result is wanted whole.
std::string gather_bands(FileSet& files, RankFrame& made, const std::filesystem::path& path, bool values,
                         Communicator& communicator) {
  const Size size = made.band.whole.size;
  const Precision precision = made.band.whole.precision;
  const int rows = static_cast<int>(std::clamp<std::int64_t>(span_cells / size.width, 1, size.height));
  std::byte* place = nullptr;
  if (communicator.rank() == 0) {
    const auto bytes = static_cast<std::size_t>(size.area()) * bytes_of(precision);
    made.frame.field =
        Field(size, precision, std::make_shared<Buffer>(MemoryKind::host, bytes), nullptr, made.band.whole.domain);
    place = static_cast<std::byte*>(made.frame.field.host_view().data);
  }
  bring_pieces(communicator, made.bands, made.band, {size, {size.width, rows}},
               [&](const Cutout& part, const FieldView& view) {
                 const auto bytes = static_cast<std::size_t>(part.size.area()) * bytes_of(precision);
                 std::memcpy(place, view.data, bytes);
                 place += bytes;
               });
  return communicator.rank() == 0 ? add_result(files, made.frame, path, values) : std::string();
}

}  // namespace

std::string add_bands(FileSet& files, RankFrame& made, const std::filesystem::path& path, bool values,
                      Communicator& communicator) {
  const bool all_cells = made.band.whole.domain == Domain::whole;  // a piece does not say which it has
  if (!takes_pieces(path) || !all_cells) return gather_bands(files, made, path, values, communicator);
  const Settings& settings = made.frame.plan.settings;
  const PosterShape shape{.size = made.band.whole.size,
                          .precision = made.band.whole.precision,
                          .colors = color_map(settings.look, made.frame),
                          .text = to_json(settings, catalog()),
                          .values = values,
                          .longest_side = span_cells};
  const auto bring = [&](PositionedFile& at, bool leads) {
    const std::unique_ptr<PosterFile> file = poster_file(extension_of(path), shape, at);
    const Size piece = file->usual_piece(span_cells);
    if (leads) file->begin(piece);
    bring_pieces(communicator, made.bands, made.band, file->pieces(piece),
                 [&](const Cutout& part, const FieldView& view) { file->put(part, {.values = view, .colors = {}}); });
    if (leads) file->end();
  };
  if (communicator.rank() == 0) {
    files.add_anywhere(path, [&](PositionedFile& at) { bring(at, true); });
  } else {
    PositionedFile nowhere(path);
    bring(nowhere, false);
  }
  return {};
}

std::string_view colorless(const std::filesystem::path& path, bool values) {
  if (values) return "--values writes values without colors";
  if (extension_of(path) == ".npy") return ".npy files contain values without colors";
  if (extension_of(path) == ".hdr") return ".hdr files contain values without colors";
  return {};
}

std::string held_by(const std::filesystem::path& path, bool values) {
  if (values || extension_of(path) == ".npy") return fmt::format("{} contains the values as they are", path.string());
  if (extension_of(path) == ".hdr")
    return fmt::format("in {} NaN becomes 0, and infinity the largest value", path.string());
  return fmt::format("in {} NaN is magenta, and values outside the palette have its end colors", path.string());
}

}  // namespace heteroscope
