#include <gtest/gtest.h>

#include <random>
#include <set>

#include "app/lessons/explain.hpp"
#include "app/results/data.hpp"
#include "app/results/lesson_columns.hpp"

/// What the program's lessons say of measurements as they can come out anywhere, of which each is known to the digit.
namespace heteroscope {
namespace {

/// All that conditions and texts of the question speak of.
std::vector<StatedFigure> figures_of_question(const LessonQuestion& question, const RowNames& rows) {
  std::vector<StatedFigure> out;
  for (const LessonFinding& finding : question.findings) {
    for (const Statement& each : finding.all) out.insert(out.end(), {each.of, each.than});
    for (const std::string& text : {finding.then, finding.otherwise, finding.unknown}) {
      for (StatedFigure& each : figures_in(text, rows)) out.push_back(std::move(each));
    }
  }
  return out;
}

/// Values of a figure on either side of each number that a condition holds it against.
std::vector<double> telling_values(const StatedFigure& figure, const Lesson& lesson) {
  std::vector<double> out;
  for (const LessonQuestion& question : lesson.questions) {
    for (const LessonFinding& finding : question.findings) {
      for (const Statement& each : finding.all) {
        const StatedFigure& other = each.of.text == figure.text ? each.than : each.of;
        const bool of_it = each.of.text == figure.text || each.than.text == figure.text;
        if (!of_it || other.kind != StatedFigure::Kind::number) continue;
        if (each.kind == Statement::Kind::equals) {
          out.push_back(other.number);
        } else {
          out.insert(out.end(), {0.9 * other.number, 1.1 * other.number + (other.number == 0 ? 7 : 0)});
        }
      }
    }
  }
  return out.empty() ? std::vector{1.0, 1.02, 1.5, 3.0} : out;
}

class Measurements {
 public:
  explicit Measurements(const Lesson& lesson) : lesson_(lesson) {
    for (const LessonQuestion& each : lesson.questions) {
      for (StatedFigure& figure : figures_of_question(each, lesson.names)) figures_.push_back(std::move(figure));
    }
  }

  Result next() {
    Result out;
    for (const LessonRow& each : lesson_.rows) out.rows.push_back(row(each));
    Data facts(out.facts);
    facts.add(column::lesson::id, lesson_.id);
    for (std::size_t i = 0; i < lesson_.beside.size(); ++i) {
      Data beside = facts.of(column::lesson::beside).of(std::to_string(i));
      beside.add({"figure", "figure", ""}, lesson_.beside[i].text);
      beside.add({"value", "value", ""}, one_of(telling_values(lesson_.beside[i], lesson_)));
      beside.add({"why", "why", ""}, DatumValue());
    }
    return out;
  }

 private:
  double one_of(const std::vector<double>& values) {
    return values[std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(random_)];
  }

  ResultRow row(const LessonRow& of) {
    ResultRow out;
    Data to(out.data);
    const double ms = one_of({1, 1.02, 1.07, 1.3, 1.6, 2.5, 6, 40});
    to.add(column::lesson::row, of.id);
    to.add(column::lesson::label, of.label);
    for (const char* each : {"median_ms", "median_low_ms", "median_high_ms"})
      to.add({each, each, "ms", Hint::time, ""}, ms);
    for (const StatedFigure& each : figures_) {
      const bool mine = each.kind == StatedFigure::Kind::row && each.first == of.id;
      if (!mine || out.find(each.second) != nullptr) continue;
      to.add({each.second, each.second, ""}, each.second.ends_with("_per_s") ? 1e9 / ms
                                             : each.second == "step_ms"      ? ms
                                             : each.second == "steps"        ? one_of({10, 30, 100, 1000})
                                                                             : one_of(telling_values(each, lesson_)));
    }
    return out;
  }

  const Lesson& lesson_;
  std::vector<StatedFigure> figures_;
  std::mt19937 random_{16};
};

TEST(LessonFindings, SayWhateverComesOutAndReachEveryChoice) {
  constexpr int tries = 200;
  for (const Lesson& lesson : all_lessons(LessonScale::full)) {
    SCOPED_TRACE(lesson.id);
    Measurements measurements(lesson);
    std::vector<std::set<std::size_t>> reached(lesson.questions.size());
    std::set<std::string> without;  // an explanation
    for (int i = 0; i < tries; ++i) {
      const TakenLesson taken = explain(lesson, {}, measurements.next());
      for (std::size_t q = 0; q < taken.questions.size(); ++q) {
        const Explained& each = taken.questions[q];
        if (each.measured) reached[q].insert(*each.measured);
        ASSERT_FALSE(each.said.empty()) << each.ask;
        if (each.said.front().starts_with("What was measured fits none of the explanations in this lesson."))
          without.insert(each.ask);
        for (const std::string& said : each.said) ASSERT_EQ(said.find("(not known here)"), std::string::npos) << said;
      }
    }
    EXPECT_EQ(without, std::set<std::string>());
    for (std::size_t q = 0; q < lesson.questions.size(); ++q) {
      for (const LessonFinding& each : lesson.questions[q].findings) {
        if (!each.answer) continue;
        EXPECT_TRUE(reached[q].contains(*each.answer)) << lesson.questions[q].ask << *each.answer;
      }
    }
  }
}

/// Also where nothing was measured, and so nothing decided.
TEST(LessonFindings, TheGeneralExplanationIsThereInAnyCase) {
  for (const Lesson& lesson : all_lessons(LessonScale::full)) {
    const std::vector<std::string> said = closing_of(lesson, Result{});
    ASSERT_FALSE(said.empty()) << lesson.id;
    EXPECT_TRUE(said.front().starts_with("In general: ")) << lesson.id << ": " << said.front();
  }
}

}  // namespace
}  // namespace heteroscope
