#pragma once

#include <fmt/format.h>

#include <string>

#include "tests/command/stopped_program.hpp"

namespace heteroscope::testing {

/// Machines elsewhere, each of them this program at the other end of a command.
class Machines : public StoppedProgram {
 protected:
  /// Adds a machine that is reached by the shell's words.
  void add(const std::string& name, const std::string& via) const {
    const Result added = run(fmt::format("machines add {} --via \"{}\"", name, via));
    EXPECT_EQ(added.code, 0) << added.error;
  }
  [[nodiscard]] std::string worker() const { return fmt::format("'{}' worker", program()); }

  /// What cannot be used is told in one sentence that begins with the machine's name.
  void expect_unusable(const std::string& via, const std::string& words) const {
    add("broken", via);
    expect_refused("render mandelbrot --size 31x17 --processor cpu@broken --out picture.png", words);
    const Result listed = run("machines");
    EXPECT_EQ(listed.code, 0);
    EXPECT_NE(listed.out.find("cannot be used"), std::string::npos) << listed.out;
    EXPECT_NE(listed.out.find(words), std::string::npos) << listed.out;
    EXPECT_EQ(run("machines remove broken").code, 0);
  }
};

}  // namespace heteroscope::testing
