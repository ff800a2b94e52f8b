#pragma once

#include <filesystem>
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

/// The file of the user's folder in which the window keeps a person's measured lessons from one start to the next;
/// empty where there is no such folder.
std::filesystem::path kept_answers_path();

/// The lessons of earlier starts, and a line that says what is wrong with their file; empty where it can be read.
struct RecalledAnswers {
  Answers answers;
  std::string trouble;
};
RecalledAnswers recall_answers(const std::filesystem::path& path);

/// A class' answers: of each lesson who predicted what, what each machine measured, and what that means there. Throws
/// BadInput where files have other questions under one lesson's name.
std::string class_html(const std::vector<Answers>& all);

}  // namespace heteroscope
