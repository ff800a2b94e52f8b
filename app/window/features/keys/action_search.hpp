#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/window/model/actions/actions.hpp"
#include "app/window/model/actions/offer.hpp"

namespace heteroscope {

/// Returns all actions but the search itself, each with its keys, its synonyms, and the reason why it would do nothing.
std::vector<Offer> offered_actions(const Window& window);

/// Returns the offers in whose label, kind or other words all words of the text occur, in any case. Offers with words
/// that begin with them come first, and among equals the offers that can be taken.
std::vector<const Offer*> found_offers(std::span<const Offer> offers, std::string_view text);

}  // namespace heteroscope
