#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <utility>

#include "app/window/features/lessons/lesson_feature.hpp"
#include "app/window/widgets/widgets.hpp"

/// The part of lessons that makes a page of a class's answers.
namespace heteroscope {

void LessonFeature::add_answers(Answers answers, Ui& ui) {
  const auto same = std::ranges::find(class_, answers.name, &Answers::name);
  ui.say(fmt::format("Answers of {}: {} lesson{}", answers.name, answers.lessons.size(),
                     answers.lessons.size() == 1 ? "" : "s"));
  if (same != class_.end()) {
    *same = std::move(answers);
  } else {
    class_.push_back(std::move(answers));
  }
  chosen_.reset();
  trying_ = false;
  if (!is_open()) ui.ask(opened_by());
}

void LessonFeature::draw_class(Ui& ui) {
  if (class_.empty()) return;
  constexpr const char* make = "Page of the class";
  constexpr const char* forget = "Forget them";
  std::vector<std::string> names;
  for (const Answers& each : class_) names.push_back(each.name);
  const std::string words = fmt::format("Answers of {}", fmt::join(names, ", "));
  const float gap = ui.units(6);
  const float buttons =
      text_size(make).x + text_size(forget).x + 4 * ImGui::GetStyle().FramePadding.x + gap + ui.units(10);
  const float room = ImGui::GetContentRegionAvail().x - buttons;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(shortened(words, room).c_str());
  help(ui, words);
  ImGui::SameLine(0, ui.units(10));
  if (ImGui::Button(make)) make_class_page(ui);
  help(ui, "Who predicted what, what each machine measured, and what that means there: one page, which is opened.");
  ImGui::SameLine(0, gap);
  if (ImGui::Button(forget)) class_.clear();
  help(ui, "Forgets these answers. Their files stay.");
}

/// The page is what `heteroscope lesson --class` makes of the same files.
void LessonFeature::make_class_page(Ui& ui) {
  const auto page = [all = class_](const Append& append) {
    const std::string text = class_html(all);
    append(std::as_bytes(std::span(text)));
  };
  const auto written = [this](const std::filesystem::path& path) { class_page_ = path; };
  ui.files.push_back({"heteroscope-class", ".html", page, written});
}

/// A measurement that was lost is named, and a page that has been written is opened.
void LessonFeature::on_frame(const Window& window, const FrameStep& /*step*/) {
  desktop_.update(window.ui);
  measure_saves(window);
  if (const std::string lost = std::exchange(lost_, {}); !lost.empty()) window.ui.say(lost);
  const std::filesystem::path page = std::exchange(class_page_, {});
  if (page.empty()) return;
  if (const std::string why_not = desktop_.open(page); !why_not.empty())
    window.ui.fail(fmt::format("{}; the page is at {}", why_not, page.string()));
}

}  // namespace heteroscope
