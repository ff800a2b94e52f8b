#pragma once

#include <string>
#include <vector>

namespace heteroscope::testing {

/// What is wrong with a text as XML of elements, attributes and the five entities; empty if nothing is.
std::string fault_in_xml(const std::string& text);

/// What is wrong with a page of ours: elements that are not closed, ids that are there twice or that something refers
/// to in vain, headings that skip a level, tables whose heads say nothing, pictures without words, and anything that
/// would be asked for from elsewhere.
std::vector<std::string> faults_in_page(const std::string& page);

/// How often a word is in a text.
std::size_t count_of(const std::string& text, const std::string& word);

}  // namespace heteroscope::testing
