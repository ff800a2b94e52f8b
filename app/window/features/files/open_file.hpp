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

/// The content of a file that a person opens: settings, a result, or saved views.
struct Opened {
  Settings settings;
  bool as_source = false;                                ///< the file is an image, which becomes the source
  std::shared_ptr<const BenchViews> measured = nullptr;  ///< a result of `bench`: the settings stay as they are
  std::optional<OwnViews::List> views = std::nullopt;    ///< saved views: the settings stay as they are
  std::shared_ptr<const Answers> answers = nullptr;      ///< answers to lessons: the settings stay as they are
  std::string note = {};                                 ///< words to add to the message that it is open; empty: none
};

/// Lets the colors follow to a location, if they did so at the view of `now`, whose colors it has. What a person has
/// chosen of them stays.
void follow_location(Settings& at, const Settings& now, Catalog catalog);
/// Returns the settings from which one goes to another program's location: the present ones, or as the Mandelbrot set
/// was left.
Settings settings_for_location(const Settings& now, const SourceMemory& memory, Catalog catalog);
/// Returns the settings of another program's location, which was read with the settings `now`, and follows their
/// colors.
Opened open_location(ReadLocation read, const Settings& now, Catalog catalog);

/// Reads settings from a .json or from a PNG that heteroscope wrote, a result from a .json of `bench`, saved views from
/// a .json of views, a variant of one's own from a .cu or .cpp, which computes from then on, and answers to lessons
/// from a .json of `lesson --save`. Every other file is read as an image, which becomes the source; where the present
/// workload reads no image, that of the last one that does. Throws BadInput, naming the file, where it cannot be read.
Opened open_file(const std::filesystem::path& path, const Settings& now, const SourceMemory& memory, Catalog catalog);

/// Returns the settings with the workload of that id, or what open_file() does with any other word. For the word of a
/// command line: a workload's id comes before a file of that name, as a command's name does.
Opened open_named(const std::filesystem::path& word, const Settings& now, const SourceMemory& memory, Catalog catalog);

/// Returns the settings with an image file as the source, also for a PNG that holds settings. Throws BadInput, naming
/// the file.
Settings with_image_file(const std::filesystem::path& path, const Settings& now, const SourceMemory& memory,
                         Catalog catalog);

}  // namespace heteroscope
