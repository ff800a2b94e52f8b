#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/lessons/answers.hpp"
#include "app/options/locations/location.hpp"
#include "app/window/features/bench/view.hpp"
#include "app/window/model/views/own_views.hpp"
#include "app/window/model/views/switching.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// What a file that the user opens makes of the settings.
struct Opened {
  Settings settings;
  bool as_source = false;                                ///< it is an image, and now the source
  std::shared_ptr<const BenchViews> measured = nullptr;  ///< it is what came of `bench`: the settings stay as they are
  std::optional<OwnViews::List> views = std::nullopt;    ///< it is a file of such: the settings stay as they are
  std::shared_ptr<const Answers> answers = nullptr;      ///< it is one of a class's: the settings stay as they are
  std::string note = {};                                 ///< what is to be said of it; empty: nothing
};

/// A location of another program, with colors that go on from those of `now`.
Opened open_location(ReadLocation read, const Settings& now, Catalog catalog);

/// Settings from a .json, or from a PNG that heteroscope wrote; a result from a .json of `bench`; saved views from such
/// a .json; answers to lessons from one of `lesson --save`; every other file is read as an image and becomes the
/// source, of the last image workload if the present one takes none. Throws BadInput, naming the file, for what is
/// neither.
Opened open_file(const std::filesystem::path& path, const Settings& now, const SourceMemory& memory, Catalog catalog);

/// An image file as the source, whatever else a PNG holds. Throws BadInput, naming the file.
Settings with_image_file(const std::filesystem::path& path, const Settings& now, const SourceMemory& memory,
                         Catalog catalog);

}  // namespace heteroscope
