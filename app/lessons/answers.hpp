#pragma once

#include <string>
#include <vector>

#include "app/lessons/explain.hpp"

namespace heteroscope {

/// The key by which a file of answers says what it is; it comes first.
inline constexpr const char* answers_key = "heteroscope_answers";

/// The predictions and measurements of one person.
struct Answers {
  std::string name;
  std::vector<TakenLesson> lessons;
};

/// Puts a lesson in the place of the same one that was taken before, or at the end.
void put(Answers& answers, TakenLesson lesson);

std::string answers_json(const Answers& answers);
/// Throws BadInput that names the file and the place in it.
Answers answers_from_json(const std::string& text, const std::string& name);
Answers load_answers(const std::string& path);

/// A class' answers: of each lesson who predicted what, what each machine measured, and what that means there. Throws
/// BadInput where files have other questions under one lesson's name.
std::string class_html(const std::vector<Answers>& all);

}  // namespace heteroscope
