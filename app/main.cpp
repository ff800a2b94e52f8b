#include "app/commands/program.hpp"

int main(int argc, char** argv) {
  return heteroscope::run_program(argc, argv);
}
