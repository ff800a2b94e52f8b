#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/window/feature/offer.hpp"
#include "app/window/model/actions/actions.hpp"

namespace heteroscope {

/// All actions but the search itself, each with its keys, synonyms, and why it would do nothing now.
std::vector<Offer> offered_actions(const Window& window);

/// Those whose label, kind or other words have all of the text's words in them, whatever their case; those where a word
/// of theirs begins so come first, and among these those that can be taken.
std::vector<const Offer*> found_offers(std::span<const Offer> offers, std::string_view text);

}  // namespace heteroscope
