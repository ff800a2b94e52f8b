#pragma once

#include <deque>
#include <span>
#include <string>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/features/own/own_history.hpp"
#include "app/window/features/roofline/roofline_graph.hpp"
#include "core/types/participant.hpp"

namespace heteroscope {

/// The request of a person about the files that are shown.
struct OwnRequest {
  enum class Kind { none, edit, code, counters, go_back, write, dismiss } kind = Kind::none;
  std::filesystem::path path;  ///< of the file; empty where a new one is to be written
  std::string text;            ///< of the save to go back to, or whose code is wanted
};

/// Draws the messages about a source: each with its line of the source, and a caret below the place.
void draw_messages(const Ui& ui, const std::vector<CompileMessage>& messages);

/// Draws the page with all files and their saves, how long these may take for a frame of such participants, and how far
/// the ceilings are that they are held against. Returns what was asked of it.
OwnRequest draw_own_page(Ui& ui, OverlaySpace& space, const std::deque<OwnHistory>& files,
                         std::span<const Participant> participants, RooflineGraph& roofline);

/// Draws the errors of a file over the picture. Returns what was asked.
OwnRequest draw_own_errors(const Ui& ui, OverlaySpace& space, const OwnHistory& file);

}  // namespace heteroscope
